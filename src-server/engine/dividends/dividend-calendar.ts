/**
 * The dividends of the seed between two instants, as they stand now (decision O2). Refuses to tell an amount before it is
 * announced, because it follows from a price that is still to come.
 */

import type { Distribution } from '../../market/dividends/distribution.ts';
import { announcedMs } from '../../market/dividends/dividend-schedule.ts';
import type { World } from '../world.ts';
import { inPresentTerms } from './pay-dividends.ts';

export interface CalendarDividend extends Omit<Distribution, 'amountMicro' | 'corporateActionId'> {
  readonly announcedMs: number;
  /** `null` until it is announced. */
  readonly amountMicro: number | null;
}

/** In order of their ex-dates; those of an instrument end with its delisting. */
export function dividendCalendar(world: World, fromMs: number, toMs: number): CalendarDividend[] {
  const { dividends, kernel } = world;
  const all = dividends?.ofAll(fromMs - 1, toMs) ?? [];
  return all.flatMap((distribution) => {
    const present = inPresentTerms(world, distribution, Math.min(distribution.exMs, kernel.nowMs));
    if (present === null) return [];
    const { corporateActionId: _none, amountMicro, ...rest } = present;
    const announced = announcedMs(distribution.exMs);
    return [{ ...rest, announcedMs: announced, amountMicro: announced <= kernel.nowMs ? amountMicro : null }];
  });
}
