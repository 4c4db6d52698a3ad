/** Rows of the table of lots: each lot with its value now, or all lots of an instrument together. Pure. */

import type { LotList } from '../../../../../src-server/contract/control/portfolios/gains.ts';
import type { PortfolioView } from '../../../../../src-server/contract/control/portfolios/portfolios.ts';

export interface LotRow {
  readonly key: string;
  readonly isin: string;
  readonly symbol: string;
  readonly name: string;
  readonly lotId: string | null;
  /** How many lots it stands for. */
  readonly lots: number;
  readonly quantity: number;
  /** ISO instant, of the first purchase where it stands for several. */
  readonly acquiredAt: string;
  readonly heldDays: number;
  /** Base currency, charges included. */
  readonly unitCost: number;
  readonly cost: number;
  /** Base currency at mid; null where the position has no price. */
  readonly price: number | null;
  readonly value: number | null;
  readonly gain: number | null;
  /** Gain over cost, a share of 1; null where it cost nothing. */
  readonly gainShare: number | null;
}

const DAY_MS = 86_400_000;

/** In the order of the list: by ISIN, oldest first. */
export function lotRows({ lots }: LotList, portfolio: PortfolioView): LotRow[] {
  const named = new Map(portfolio.allocation.map((row) => [row.isin, row]));
  const nowMs = Date.parse(portfolio.drift.as_of);
  return lots.map(({ isin, lot_id: lotId, quantity, cost, unit_cost: unitCost, acquired_at: acquiredAt }) =>
    valued({
      key: `${isin} ${lotId}`,
      isin,
      symbol: named.get(isin)?.symbol ?? isin,
      name: named.get(isin)?.name ?? isin,
      lotId,
      lots: 1,
      quantity,
      acquiredAt,
      heldDays: Math.max(0, Math.floor((nowMs - Date.parse(acquiredAt)) / DAY_MS)),
      unitCost,
      cost,
      price: priceOf(portfolio, isin),
    }),
  );
}

/** One row for each instrument; the unit cost is the average of its lots. */
export function rowsByInstrument(rows: readonly LotRow[]): LotRow[] {
  const groups = Map.groupBy(rows, ({ isin }) => isin);
  return [...groups.values()].map((group) => {
    const first = group.reduce((oldest, row) => (row.acquiredAt < oldest.acquiredAt ? row : oldest));
    const quantity = sum(group, (row) => row.quantity);
    const cost = sum(group, (row) => row.cost);
    const unitCost = quantity > 0 ? cost / quantity : 0;
    return valued({ ...first, key: first.isin, lotId: null, lots: group.length, quantity, cost, unitCost });
  });
}

/** A lot without a price counts at its cost. */
export function lotTotals(rows: readonly LotRow[]) {
  const cost = sum(rows, (row) => row.cost);
  const value = sum(rows, (row) => row.value ?? row.cost);
  return { cost, value, gain: value - cost };
}

/** The average over the exchanges at which the instrument is held. */
function priceOf({ holdings }: PortfolioView, isin: string): number | null {
  const held = holdings.filter((row) => row.isin === isin);
  const quantity = held.reduce((total, row) => total + row.quantity, 0);
  return quantity > 0 ? held.reduce((total, row) => total + row.quantity * row.price, 0) / quantity : null;
}

function valued(row: Omit<LotRow, 'value' | 'gain' | 'gainShare'>): LotRow {
  const value = row.price === null ? null : row.quantity * row.price;
  const gain = value === null ? null : value - row.cost;
  return { ...row, value, gain, gainShare: gain === null || row.cost <= 0 ? null : gain / row.cost };
}

function sum(rows: readonly LotRow[], of: (row: LotRow) => number): number {
  return rows.reduce((total, row) => total + of(row), 0);
}

/** Whole days from purchase to sale; null for a pool, which has no date of purchase. */
export function heldDays(acquiredAt: string | null, soldOn: string): number | null {
  if (acquiredAt === null) return null;
  return Math.round((Date.parse(soldOn) - Date.parse(acquiredAt.slice(0, 10))) / DAY_MS);
}

/** `12`, or `12–340` where lots of different ages were used, or null where none has an age. */
export function heldDaysRange(lots: readonly { readonly acquired_at: string | null }[], soldOn: string): string | null {
  const days = lots.flatMap((lot) => heldDays(lot.acquired_at, soldOn) ?? []);
  if (days.length === 0) return null;
  const [least, most] = [Math.min(...days), Math.max(...days)];
  return least === most ? String(least) : `${least}–${most}`;
}
