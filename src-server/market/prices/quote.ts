/** The two-sided quote of a venue around a mid: on the tick grid, never crossed, wider just after the open. */
import type { TickTable } from './tick-size.ts';

/** Millionths of the exchange's currency. */
export interface Quote {
  readonly midMicro: number;
  readonly bidMicro: number;
  readonly askMicro: number;
}

/** For this long after the open the spread is doubled. */
export const WIDE_OPENING_MS = 300_000;

/**
 * Returns the bid rounded down and the ask rounded up to the grid, at least half the spread from the mid and one tick
 * apart.
 */
export function quoteAround(midMicro: number, spreadBps: number, wide: boolean, band: number, ticks: TickTable): Quote {
  const halfSpread = (midMicro * spreadBps * (wide ? 2 : 1)) / 20_000;
  const bidMicro = ticks.floorToTick(midMicro - halfSpread, band);
  const askMicro = ticks.ceilToTick(Math.max(midMicro + halfSpread, bidMicro + 1), band);
  return { midMicro, bidMicro, askMicro };
}
