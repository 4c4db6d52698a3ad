/** Draws the transactions of a portfolio, and computes its final holdings as lots by separate code. */
import { fc } from '../support/draws.ts';
import { KNOWN } from './import-fixture.ts';

export const INSTRUMENTS = [...KNOWN.instruments.values()].slice(0, 4);

export interface Trade {
  /** Since 15 January 2018; no two have the same. */
  readonly day: number;
  /** Index of its instrument. */
  readonly of: number;
  /** Hundredths of a share; a sale is at most the holding. 0: a dividend. */
  readonly hundredths: number;
  readonly cents: number;
  readonly feeCents: number;
  readonly isSale: boolean;
}

export interface DrawnLot {
  readonly day: number;
  left: number;
  readonly cents: number;
  readonly feeCents: number;
  readonly bought: number;
}

export const trades = fc
  .array(
    fc.record({
      day: fc.integer({ min: 0, max: 2000 }),
      of: fc.integer({ min: 0, max: INSTRUMENTS.length - 1 }),
      hundredths: fc.integer({ min: 1, max: 50_000 }),
      cents: fc.integer({ min: 100, max: 99_999 }),
      feeCents: fc.integer({ min: 1, max: 999 }),
      isSale: fc.boolean(),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map(playable);

/** Limits sales to the holding, in the order of the days, one a day; a sale of nothing is a dividend. */
function playable(drawn: readonly Trade[]): Trade[] {
  const held = INSTRUMENTS.map(() => 0);
  return [...drawn]
    .filter((each, index, all) => all.findIndex(({ day }) => day === each.day) === index)
    .sort((one, other) => one.day - other.day)
    .map((trade) => {
      const before = held[trade.of] ?? 0;
      const hundredths = trade.isSale ? Math.min(trade.hundredths, before) : trade.hundredths;
      held[trade.of] = before + (trade.isSale ? -hundredths : hundredths);
      return { ...trade, hundredths };
    });
}

/** By ISIN, the oldest first; sold-out positions are missing. */
export function lotsOf(list: readonly Trade[]): ReadonlyMap<string, readonly DrawnLot[]> {
  const lots = new Map<string, DrawnLot[]>();
  for (const { day, of, hundredths, cents, feeCents, isSale } of list) {
    const isin = INSTRUMENTS[of]?.isin ?? '';
    const own = lots.get(isin) ?? [];
    lots.set(isin, own);
    if (!isSale) own.push({ day, left: hundredths, cents, feeCents, bought: hundredths });
    for (let sold = isSale ? hundredths : 0; sold > 0; ) {
      const [first] = own;
      if (first === undefined) throw new Error('sold too much');
      const used = Math.min(first.left, sold);
      first.left -= used;
      sold -= used;
      if (first.left === 0) own.shift();
    }
  }
  return new Map([...lots].filter(([, own]) => own.length > 0));
}

/** Cost of one share, with its part of the fee. */
export function unitOf({ cents, feeCents, bought }: DrawnLot): number {
  return cents / 100 + feeCents / bought;
}

export function isoOf(day: number): string {
  return new Date(Date.UTC(2018, 0, 15 + day)).toISOString().slice(0, 10);
}
