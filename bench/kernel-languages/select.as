// AssemblyScript: `select` of the sliding beam (src-core/sliding/anytime/beam-kernel.ts) for 4 × 4 with three patterns.
// Functions called by another function are inlined, as in the expression layer.

const CHILD_BYTES: u32 = 12;
const RECORD_BYTES: u32 = 64;
const MIRROR: u32 = 64;
const STEPS: u32 = 80;
const TILES: u32 = 5200;
const GOAL: u32 = 23632;
const ROW: u32 = 64;
const TILE_BYTES: u32 = 16;
const GOLDEN: u32 = 0x9e3779b1;

// @ts-ignore: decorator
@inline
function drawOf(hash: u32, salt: u32): i32 {
  const mixed: u32 = (hash ^ salt) * GOLDEN;
  return <i32>(((mixed ^ (mixed >> 15)) * GOLDEN) >> 1);
}

// @ts-ignore: decorator
@inline
function moveGroup(to: u32, side: u32, tile: u32, cell: u32, blank: u32, values: u32): void {
  const entry = TILES + side * ROW * TILE_BYTES + tile * TILE_BYTES;
  const shift: i32 =
    side == 0
      ? <i32>blank - <i32>cell
      : <i32>load<u8>(blank, MIRROR) - <i32>load<u8>(cell, MIRROR);
  const number = to + load<u32>(entry, 4);
  store<i32>(number, load<i32>(number) + load<i32>(entry, 8) * shift);
  store<u8>(to + load<u32>(entry, 0), side == 0 ? values & 15 : values >> 4);
}

// @ts-ignore: decorator
@inline
function keep(child: u32, from: u32, to: u32, estimate: i32, hash: u32): i32 {
  const source = from + load<u32>(child, 0) * RECORD_BYTES;
  store<u64>(to, load<u64>(source, 0), 0);
  store<u64>(to, load<u64>(source, 8), 8);
  store<u64>(to, load<u64>(source, 16), 16);
  store<u64>(to, load<u64>(source, 24), 24);
  store<u64>(to, load<u64>(source, 32), 32);
  store<u64>(to, load<u64>(source, 40), 40);
  store<u64>(to, load<u64>(source, 48), 48);
  store<u64>(to, load<u64>(source, 56), 56);
  const cell: u32 = load<u8>(child, 10);
  const blank: u32 = load<u8>(source, 56);
  const tile: u32 = load<u8>(source + cell);
  const values: u32 = load<u8>(child, 11);
  store<u8>(to + blank, tile);
  store<u8>(to + cell, 0);
  moveGroup(to, 0, tile, cell, blank, values);
  moveGroup(to, 1, tile, cell, blank, values);
  store<u8>(to, cell, 56);
  store<u8>(to, blank, 57);
  store<u16>(to, estimate, 52);
  store<u32>(to, hash, 48);
  const row = STEPS + tile * ROW;
  const steps: i32 = <i32>load<u16>(to, 54) + <i32>load<u8>(row + blank) - <i32>load<u8>(row + cell);
  store<u16>(to, steps, 54);
  return steps;
}

export function select(
  child: u32,
  end: u32,
  estimate: i32,
  share: i32,
  salt: u32,
  width: i32,
  from: u32,
  to: u32,
  parents: u32,
  moves: u32,
  seen: u32,
  mask: u32,
): i32 {
  let kept: i32 = 0;
  store<i32>(GOAL, 0);
  for (; child != end && kept != width; child += CHILD_BYTES) {
    const own: i32 = load<u16>(child, 8);
    if (own > estimate) continue;
    const hash: u32 = load<u32>(child, 4);
    if (own == estimate && drawOf(hash, salt) >= share) continue;
    const held: u32 = hash | u32(hash == 0);
    let slot: u32 = ((held * GOLDEN) >> 3) & mask;
    let place: u32 = seen + (slot << 2);
    let entry: u32 = load<u32>(place);
    while (entry != 0 && entry != held) {
      slot = (slot + 1) & mask;
      place = seen + (slot << 2);
      entry = load<u32>(place);
    }
    if (entry == held) continue;
    store<u32>(place, held);
    const steps = keep(child, from, to, own, hash);
    store<u32>(parents, load<u32>(child, 0));
    store<u8>(moves, load<u8>(child, 10));
    parents += 4;
    moves += 1;
    to += RECORD_BYTES;
    kept += 1;
    if (steps == 0) store<i32>(GOAL, kept);
  }
  return kept;
}
