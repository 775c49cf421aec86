import { describe, expect, it, test } from 'vitest';
import { choose, I32, I64, sumOf, type Local } from '../../../../src-core/wasm/expressions.ts';
import { f32x4At, i32At, i32x4At, u8At } from '../../../../src-core/wasm/places.ts';
import { F32x4 } from '../../../../src-core/wasm/vectors.ts';
import {
  block,
  branch,
  branchIf,
  call,
  ModuleBuilder,
  repeat,
  until,
  when,
  words,
  type Body,
  type Locals,
} from '../../../../src-core/wasm/statements.ts';
import type { Label } from '../../../../src-core/wasm/assembler.ts';

type Run = (a: number, b: number) => number;

function compiled(builder: ModuleBuilder): { run: Run; memory: DataView } {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const module = new WebAssembly.Module(builder.bytes([{ name: 'env', pages: 1 }]));
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  return { run: exports.run as Run, memory: new DataView(memory.buffer) };
}

function functionOf(body: (a: Local<I32>, b: Local<I32>, locals: Locals) => Body) {
  const builder = new ModuleBuilder();
  builder.add('run', words('a', 'b'), ({ a, b }, locals) => body(a, b, locals));
  return compiled(builder);
}

describe('expressions compute the named operation', () => {
  it.each<[string, (a: I32, b: I32) => I32, Run]>([
    ['(a + 4) * b', (a, b) => a.plus(4).times(b), (a, b) => Math.imul(a + 4, b)],
    ['a - b, scaled to words', (a, b) => a.minus(b).scaled(4), (a, b) => (a - b) << 2],
    ['a < b ? a : b', (a, b) => choose(a.less(b), a, b), Math.min],
    ['a ≥ b', (a, b) => a.atLeast(b), (a, b) => Number(a >= b)],
    ['bits', (a, b) => a.xor(b).or(1).and(0xff).shiftRight(1), (a, b) => (((a ^ b) | 1) & 0xff) >>> 1],
    ['a sum of several', (a, b) => sumOf(a, b, 3, b), (a, b) => a + b + 3 + b],
    [
      '64 bits',
      (a, b) => a.unsignedI64().shiftLeft(32).plus(b.signedI64()).minus(I64.of(1)).bitCount(),
      (a, b) => ((BigInt(a) << 32n) + BigInt(b) - 1n).toString(2).replaceAll('0', '').length,
    ],
  ])('%s', (_, expression, expected) => {
    const { run } = functionOf((a, b) => [expression(a, b)]);
    for (const [a, b] of [
      [7, 3],
      [3, 7],
      [1000, 1000],
      [123_456, 1],
    ] as const)
      expect(run(a, b)).toBe(expected(a, b));
  });

  test('float lanes are added and stored', () => {
    const { run, memory } = functionOf((a, b) => [
      f32x4At(64).set(
        i32x4At(0)
          .toFloats()
          .plus(new F32x4(i32x4At(0).toFloats().code)),
      ),
      u8At(128).set(a),
      i32At(128).increase(b),
      i32At(128),
    ]);
    for (let lane = 0; lane < 4; lane++) memory.setInt32(4 * lane, lane + 1, true);
    expect(run(200, 100)).toBe(300);
    expect([0, 1, 2, 3].map((lane) => memory.getFloat32(64 + 4 * lane, true))).toEqual([2, 4, 6, 8]);
  });
});

describe('steps', () => {
  test('loops, and a function that calls another', () => {
    const builder = new ModuleBuilder();
    const square = builder.add(null, words('n'), ({ n }) => [n.times(n)]);
    builder.add('run', words('from', 'to'), ({ from, to }, locals) => {
      const { total, rounds } = locals.named(I32, 'total', 'rounds');
      return [
        until(from.equals(to), total.increase(call(square, from)), from.increase(1)),
        repeat(rounds.increase(1)).while(rounds.less(3)),
        block((leave) => [branchIf(rounds.equals(3), leave), total.set(0)]),
        when(rounds.differs(3), total.set(0)),
        total,
      ];
    });
    expect(compiled(builder).run(1, 5)).toBe(1 + 4 + 9 + 16);
  });

  test('a local of another function and a branch from outside its block are refused', () => {
    const builder = new ModuleBuilder();
    let foreign = I32.of(0);
    builder.add(null, words('n'), ({ n }) => [(foreign = n)]);
    expect(() => builder.add(null, {}, () => [foreign.plus(1)])).toThrow('outside its own function');
    let outside: Label | undefined;
    const left = block((leave) => {
      outside = leave;
      return [];
    });
    expect(() => builder.add(null, {}, () => [left, branch(outside!)])).toThrow(
      'inside the block or loop of its label',
    );
  });
});
