/**
 * Exchange rates of a table by date, for amounts and prices in another currency. A rate applies until the next one; the
 * ages of used rates are collected, because an old rate is wrong.
 */
import { divideHalfUp } from '../../domain/numbers/exact.ts';
import { parseInstant } from '../../domain/numbers/instant.ts';
import type { ImportIssues } from '../source-file.ts';
import type { CollectedSeries, DatedPrice } from './collect-series.ts';

export interface DatedRates {
  /**
   * Converts an amount or price in millionths at the rates of a date; `null` if a rate is not known then, or the result
   * is not an exact number. `date` null: at the latest rates.
   */
  convertMicro(micro: number, from: string, to: string, date: string | null): number | null;
  /** Reports used rates that are older than a week; those older than a month are an issue, unless that is allowed. */
  reportAges(isStaleAllowed: boolean, findings: ImportIssues): void;
}

const A_WEEK = 7;
const A_MONTH = 31;
const DAY_MS = 86_400_000;

/** The oldest use of a currency's rates, and the number of uses older than a week. */
interface OldUse {
  readonly rate: DatedPrice;
  readonly date: string;
  readonly days: number;
  readonly uses: number;
}

/** Rates are units for one EUR. */
export function createDatedRates(series: readonly CollectedSeries[]): DatedRates {
  const byCurrency = new Map(
    series.flatMap(({ of, prices }) => (of.kind === 'currency' ? [[of.currency, prices] as const] : [])),
  );
  const oldest = new Map<string, OldUse>();
  function perEurMicro(currency: string, date: string | null): number | null {
    if (currency === 'EUR') return 1_000_000;
    const rates = byCurrency.get(currency) ?? [];
    const rate = date === null ? rates.at(-1) : rates[countUntil(rates, date) - 1];
    if (rate === undefined) return null;
    if (date !== null) noteUse(currency, rate, date);
    return rate.priceMicro;
  }
  function noteUse(currency: string, rate: DatedPrice, date: string): void {
    const days = daysBetween(rate.date, date);
    if (days <= A_WEEK) return;
    const before = oldest.get(currency);
    const uses = (before?.uses ?? 0) + 1;
    oldest.set(
      currency,
      before !== undefined && before.days >= days ? { ...before, uses } : { rate, date, days, uses },
    );
  }
  return {
    convertMicro(micro, from, to, date) {
      if (from === to) return micro;
      const [rateFrom, rateTo] = [perEurMicro(from, date), perEurMicro(to, date)];
      // A rate of 0 was reported when it was read.
      if (rateFrom === null || rateTo === null || rateFrom <= 0) return null;
      const converted = Number(divideHalfUp(BigInt(micro) * BigInt(rateTo), BigInt(rateFrom)));
      return Number.isSafeInteger(converted) ? converted : null;
    },
    reportAges(isStaleAllowed, findings) {
      for (const [currency, { rate, date, days, uses }] of oldest) {
        const often = uses === 1 ? '' : `, the oldest of ${uses} such uses`;
        const what = `the rate of ${currency} that is used on ${date} is ${days} days old (${rate.date})${often}`;
        if (days > A_MONTH && !isStaleAllowed)
          findings.issues.push({
            ...rate.place,
            issue: `${what}; add newer rates, or allow old ones (--stale-rates)`,
          });
        else findings.notes.add(`${what.charAt(0).toUpperCase()}${what.slice(1)}.`);
      }
    },
  };
}

/** Returns the number of rates of that date or earlier. */
function countUntil(rates: readonly DatedPrice[], date: string): number {
  let [low, high] = [0, rates.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rates[middle]?.date ?? '') <= date) low = middle + 1;
    else high = middle;
  }
  return low;
}

function daysBetween(from: string, until: string): number {
  const [fromMs, untilMs] = [parseInstant(`${from}T00:00:00Z`) ?? 0, parseInstant(`${until}T00:00:00Z`) ?? 0];
  return Math.round((untilMs - fromMs) / DAY_MS);
}
