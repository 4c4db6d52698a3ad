/** Says that a condition can only be false through a bug. Caught at process edges only; never used for bad input. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`invariant broken: ${message}`);
}
