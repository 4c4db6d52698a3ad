/**
 * Asserts a condition that only a bug can violate. The error is caught at process edges only; never use it for invalid
 * input.
 */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`invariant broken: ${message}`);
}

/** Returns `value` as one of `choices`; only a bug can make it another value. */
export function among<const T extends string>(value: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === value);
  invariant(found !== undefined, `${value} is none of ${choices.join(', ')}`);
  return found;
}
