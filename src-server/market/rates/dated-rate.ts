/**
 * Rates that change: each applies from its first day until the next one. Defines their format in the files of taxes,
 * with the source of each, and finds the rate of a date.
 */
import { z } from 'zod';
import { isoDate, ratePpm } from '../data/market-scalars.ts';

/** In parts per million. */
export interface DatedRate {
  /** The first day, `YYYY-MM-DD`. */
  readonly from: string;
  readonly ratePpm: number;
  /** Rate for instruments of other countries; equals the domestic rate if the tax does not distinguish them. */
  readonly foreignRatePpm: number;
}

const datedRate = z
  .strictObject({
    from: isoDate,
    rate: ratePpm,
    foreign_rate: ratePpm.optional(),
    /** Where the rate was looked up, for readers of the file. */
    source: z.string().min(1),
    read_at: isoDate,
    /** Facts that the source does not confirm or the rate leaves out, for readers of the file. */
    assumption: z.string().min(1).optional(),
  })
  .transform(
    ({ from, rate, foreign_rate }): DatedRate => ({ from, ratePpm: rate, foreignRatePpm: foreign_rate ?? rate }),
  );

/** The rates of one tax in a file, earliest first. */
export const datedRates = z
  .array(datedRate)
  .min(1)
  .refine((rates) => rates.every(({ from }, index) => index === 0 || from > (rates[index - 1]?.from ?? '')), {
    error: 'expected the earliest first',
  });

/** Returns the rate of a date (`YYYY-MM-DD`); before the first day of all, the first rate applies. */
export function rateOn(rates: readonly DatedRate[], date: string): DatedRate {
  const dated = rates.findLast(({ from }) => from <= date) ?? rates[0];
  if (dated === undefined) throw new RangeError('a tax has at least one rate');
  return dated;
}
