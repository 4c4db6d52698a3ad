/** Exchange rates of a table by date, for amounts and prices in another currency. A rate holds until the next one. */
import { divideHalfUp } from '../../domain/numbers/exact.ts';
import type { CollectedSeries } from './collect-series.ts';

export interface DatedRates {
  /** An amount or price in millionths at the rates of a date; `null` where one is not known then, or no number is exact. */
  convertMicro(micro: number, from: string, to: string, date: string): number | null;
}

/** Rates are units for one EUR. */
export function createDatedRates(series: readonly CollectedSeries[]): DatedRates {
  const byCurrency = new Map(
    series.flatMap(({ of, prices }) => (of.kind === 'currency' ? [[of.currency, prices] as const] : [])),
  );
  function perEurMicro(currency: string, date: string): number | null {
    if (currency === 'EUR') return 1_000_000;
    const rates = byCurrency.get(currency) ?? [];
    let [low, high] = [0, rates.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((rates[middle]?.date ?? '') <= date) low = middle + 1;
      else high = middle;
    }
    return rates[low - 1]?.priceMicro ?? null;
  }
  return {
    convertMicro(micro, from, to, date) {
      if (from === to) return micro;
      const [rateFrom, rateTo] = [perEurMicro(from, date), perEurMicro(to, date)];
      // A rate of 0 was reported where it was read.
      if (rateFrom === null || rateTo === null || rateFrom <= 0) return null;
      const converted = Number(divideHalfUp(BigInt(micro) * BigInt(rateTo), BigInt(rateFrom)));
      return Number.isSafeInteger(converted) ? converted : null;
    },
  };
}
