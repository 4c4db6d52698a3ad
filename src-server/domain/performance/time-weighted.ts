/**
 * Computes the time-weighted return: the growth of a unit of money that was invested all the time, whatever was paid in
 * and out (decision O9). The periods between flows are linked, each by the values at its ends (Global Investment
 * Performance Standards, true time-weighted return). Reads no clock.
 */

/** The value at an instant, before and after its flows in or out. Minor units. */
interface ValuedInstant {
  readonly atMs: number;
  readonly beforeMinor: number;
  readonly afterMinor: number;
}

/**
 * Returns the growth from the first instant to each of them: 1 at the first, 1.05 after a gain of 5 %. A period that
 * began without value, or with debts, has no return and counts as 1.
 */
export function linkedGrowth(instants: readonly ValuedInstant[]): number[] {
  let growth = 1;
  return instants.map(({ beforeMinor }, index) => {
    const startMinor = instants[index - 1]?.afterMinor ?? 0;
    if (startMinor > 0) growth *= beforeMinor / startMinor;
    return growth;
  });
}

/** Returns the time with a positive value: periods that began without value, or with debts, are left out. */
export function heldTimeMs(instants: readonly ValuedInstant[]): number {
  return instants.slice(1).reduce((sumMs, { atMs }, index) => {
    const start = instants[index];
    return start !== undefined && start.afterMinor > 0 ? sumMs + atMs - start.atMs : sumMs;
  }, 0);
}

const YEAR_MS = 365 * 86_400_000;

/**
 * Returns the growth of a period as the return of a year of 365 days; `null` below a year, which does not allow an
 * annual figure.
 */
export function annualReturn(growth: number, lengthMs: number): number | null {
  return lengthMs < YEAR_MS || growth < 0 ? null : growth ** (YEAR_MS / lengthMs) - 1;
}
