/** Rows of the table of lots: each lot with its value now, or all lots of an instrument together. Pure. */
import type { LotList } from '../../../../../src-server/contract/control/portfolios/gains.ts';
import type { PortfolioView } from '../../../../../src-server/contract/control/portfolios/portfolios.ts';

type Lot = LotList['lots'][number];

/** A lot, or all of an instrument: of the first purchase then. Amounts are in base currency, costs with charges. */
export interface LotRow extends Omit<Lot, 'lot_id'> {
  readonly lot_id: string | null;
  /** How many lots it stands for. */
  readonly lots: number;
  readonly symbol: string;
  readonly heldDays: number;
  /** At mid; null where the position has no price. */
  readonly price: number | null;
  readonly value: number | null;
  readonly gain: number | null;
  /** Gain over cost, a share of 1; null where it cost nothing. */
  readonly gainShare: number | null;
}

const DAY_MS = 86_400_000;

/** In the order of the list: by ISIN, oldest first. */
export function lotRows({ lots }: LotList, portfolio: PortfolioView): LotRow[] {
  const symbols = new Map(portfolio.allocation.map(({ isin, symbol }) => [isin, symbol]));
  const nowMs = Date.parse(portfolio.drift.as_of);
  return lots.map((lot) =>
    valued({
      ...lot,
      lots: 1,
      symbol: symbols.get(lot.isin) ?? lot.isin,
      heldDays: Math.max(0, Math.floor((nowMs - Date.parse(lot.acquired_at)) / DAY_MS)),
      price: priceOf(portfolio, lot.isin),
    }),
  );
}

/** One row for each instrument; the unit cost is the average of its lots. */
export function rowsByInstrument(rows: readonly LotRow[]): LotRow[] {
  return [...Map.groupBy(rows, ({ isin }) => isin).values()].map((group) => {
    const first = group.reduce((oldest, row) => (row.acquired_at < oldest.acquired_at ? row : oldest));
    const quantity = sum(group, (row) => row.quantity);
    const cost = sum(group, (row) => row.cost);
    const unitCost = quantity > 0 ? cost / quantity : 0;
    return valued({ ...first, lot_id: null, lots: group.length, quantity, cost, unit_cost: unitCost });
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
  const quantity = sum(held, (row) => row.quantity);
  return quantity > 0 ? sum(held, (row) => row.quantity * row.price) / quantity : null;
}

function valued(row: Omit<LotRow, 'value' | 'gain' | 'gainShare'>): LotRow {
  const value = row.price === null ? null : row.quantity * row.price;
  const gain = value === null ? null : value - row.cost;
  return { ...row, value, gain, gainShare: gain === null || row.cost <= 0 ? null : gain / row.cost };
}

function sum<Row>(rows: readonly Row[], of: (row: Row) => number): number {
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
