/** Returns a class like Date whose current time is `now()`, in milliseconds since 1970. */
export function otherDate(now: () => number): DateConstructor {
  class OtherDate extends Date {
    constructor(...given: [] | [number | string]) {
      super(...((given.length === 0 ? [now()] : given) as [number]));
    }
    static override now(): number {
      return now();
    }
  }
  return OtherDate as DateConstructor;
}
