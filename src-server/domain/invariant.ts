/** Says that a condition can only be false through a bug. Caught at process edges only; never used for bad input. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`invariant broken: ${message}`);
}

/** `value` as one of `choices`, which it can only fail to be through a bug. */
export function among<const T extends string>(value: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === value);
  invariant(found !== undefined, `${value} is none of ${choices.join(', ')}`);
  return found;
}
