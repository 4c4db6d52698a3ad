/** Validates the arguments of helpers before anything is asked. */
import { BallastArgumentError } from './ballast-errors.ts';
import type { ServerEntry } from './load-server.ts';

/** Helpers that return synchronously, and so throw. */
const IMMEDIATE: ReadonlySet<string> = new Set(['headers', 'sink', 'portfolioId']);

/**
 * Returns the same helpers, which reject with `BallastArgumentError` for wrong arguments; `of`: the group that they are
 * called on, as `market`.
 */
export function withValidArguments<Helpers extends object>(
  server: ServerEntry,
  helpers: Helpers,
  of?: string,
): Helpers {
  const guarded = Object.entries(helpers).map(([name, helper]) => {
    if (typeof helper !== 'function') return [name, helper];
    const called = of === undefined ? name : `${of}.${name}`;
    const call = (given: readonly unknown[]): unknown => {
      checkArguments(server, called, given);
      return Reflect.apply(helper, helpers, given);
    };
    return [
      name,
      IMMEDIATE.has(called) ? (...given: unknown[]) => call(given) : async (...given: unknown[]) => call(given),
    ];
  });
  return { ...helpers, ...Object.fromEntries(guarded) };
}

/** Throws `BallastArgumentError`. */
export function checkArguments(server: ServerEntry, helper: string, given: readonly unknown[]): void {
  const faults = server.argumentFaults(helper, given);
  if (faults.length > 0) throw new BallastArgumentError(helper, faults);
}
