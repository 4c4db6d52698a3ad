/**
 * Makes the rows of listed series: a price applies from the beginning of its date (UTC), before any exchange opens,
 * until the next one; the last one until the end of its date. Writes them as the CSV that worlds load (decision L15).
 */
import { parseInstant } from '../../domain/numbers/instant.ts';
import type { ListedSeries } from './price-listings.ts';

/** Without rows, returns the header alone. */
export function seriesCsv(listed: readonly ListedSeries[]): string {
  const lines = ['timestamp,isin,exchange,mid'];
  for (const { subject, listings } of listed) {
    for (const { mic, prices } of listings) {
      const write = (timestamp: string, micro: number) =>
        lines.push(`${timestamp},${subject},${mic},${decimal(micro)}`);
      for (const { date, priceMicro } of prices) write(beginOf(date), priceMicro);
      const last = prices.at(-1);
      if (last !== undefined) write(`${last.date}T23:59:59Z`, last.priceMicro);
    }
  }
  return `${lines.join('\n')}\n`;
}

function beginOf(date: string): string {
  return `${date}T00:00:00Z`;
}

/** Returns the first price of every listing and rate. */
export function firstPrices(listed: readonly ListedSeries[]): { readonly mic: string; readonly atMs: number }[] {
  return listed.flatMap(({ listings }) =>
    listings.flatMap(({ mic, prices: [first] }) =>
      first === undefined ? [] : [{ mic, atMs: parseInstant(beginOf(first.date)) ?? 0 }],
    ),
  );
}

/** Formats millionths as a decimal, digit by digit. */
function decimal(micro: number): string {
  const digits = String(micro).padStart(7, '0');
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`.replace(/\.?0+$/, '');
}
