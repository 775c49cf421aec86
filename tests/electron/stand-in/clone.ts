/**
 * Encodes a structured clone as text, because Chromium's pipe carries only text. Throws a DataCloneError for a value
 * that can't be cloned, such as a function. `encode` and `decode` also run in a page, so they can't use anything
 * outside themselves.
 */

export function encode(value: unknown): string {
  const plain = (each: unknown): unknown => {
    if (typeof each === 'number')
      return Number.isFinite(each) && !Object.is(each, -0) ? each : { $: 'number', is: String(each) };
    if (typeof each === 'bigint') return { $: 'bigint', is: String(each) };
    if (each === undefined) return { $: 'undefined' };
    if (typeof each !== 'object' || each === null) return each;
    if (Array.isArray(each)) return each.map(plain);
    if (each instanceof Date) return { $: 'date', is: each.getTime() };
    if (each instanceof Error) return { $: 'error', is: [each.name, each.message] };
    if (each instanceof Map) return { $: 'map', is: [...each].map(plain) };
    if (each instanceof Set) return { $: 'set', is: [...each].map(plain) };
    const buffer = ArrayBuffer.isView(each) ? each.buffer : each;
    if (buffer instanceof ArrayBuffer) {
      const bytes = ArrayBuffer.isView(each)
        ? new Uint8Array(buffer, each.byteOffset, each.byteLength)
        : new Uint8Array(buffer);
      let text = '';
      for (const byte of bytes) text += String.fromCharCode(byte);
      return { $: each.constructor.name, is: btoa(text) };
    }
    return { $: 'object', is: Object.entries(each).map(([key, inner]) => [key, plain(inner)]) };
  };
  return JSON.stringify(plain(structuredClone(value)));
}

export function decode(text: string): unknown {
  const whole = (each: unknown): unknown => {
    if (Array.isArray(each)) return each.map(whole);
    if (typeof each !== 'object' || each === null) return each;
    const { $: kind, is } = each as { $: string; is: never };
    if (kind === 'number') return Number(is);
    if (kind === 'bigint') return BigInt(is);
    if (kind === 'undefined') return undefined;
    if (kind === 'date') return new Date(is);
    if (kind === 'error') return Object.assign(new Error(is[1]), { name: is[0] });
    if (kind === 'map') return new Map(whole(is) as []);
    if (kind === 'set') return new Set(whole(is) as []);
    if (kind === 'object')
      return Object.fromEntries((is as [string, unknown][]).map(([key, inner]) => [key, whole(inner)]));
    const bytes = Uint8Array.from(atob(is), (letter) => letter.charCodeAt(0));
    if (kind === 'ArrayBuffer') return bytes.buffer;
    // As in Electron, a Buffer becomes a Uint8Array when it is cloned.
    if (kind === 'Buffer') return bytes;
    const View = (globalThis as unknown as Record<string, new (buffer: ArrayBuffer) => unknown>)[kind]!;
    return new View(bytes.buffer);
  };
  return whole(JSON.parse(text));
}
