/** Rows of the table of lots: each lot with its current value, or grouped by instrument and day. Pure. */
import type { LotList } from '../../../../../src-server/contract/control/portfolios/gains.ts';
import { inCents, lotPrice, lotValues } from '../../../../../src-server/contract/control/portfolios/lot-values.ts';
import type { PortfolioView } from '../../../../../src-server/contract/control/portfolios/portfolios.ts';
import { type Group, grouped, sum } from './grouped-rows.ts';

type Lot = LotList['lots'][number];

/** A lot, or a group of them, with the date of the oldest. Amounts are in base currency, costs include charges. */
export interface LotRow extends Omit<Lot, 'lot_id'> {
  /** Null for a group. */
  readonly lot_id: string | null;
  /** Number of lots in the row. */
  readonly lots: number;
  readonly symbol: string;
  /** For the oldest lot. */
  readonly heldDays: number;
  /** For the youngest lot. */
  readonly youngestHeldDays: number;
  readonly lastAcquiredAt: string;
  /** At mid; null if the position has no price. */
  readonly price: number | null;
  readonly value: number | null;
  readonly gain: number | null;
  /** Gain over cost, a share of 1; null if it cost nothing. */
  readonly gainShare: number | null;
  /** The rows of the group; none for a single lot. */
  readonly parts: readonly LotRow[];
  /** It is shown below the row of its group. */
  readonly isPart: boolean;
}

const DAY_MS = 86_400_000;

/**
 * In the order of the list: by ISIN, oldest first. The values of an instrument's lots add up to that of its positions.
 */
export function lotRows({ lots }: LotList, portfolio: PortfolioView): LotRow[] {
  const values = lotValues(lots, portfolio.holdings);
  const symbols = new Map(portfolio.allocation.map(({ isin, symbol }) => [isin, symbol]));
  const today = portfolio.drift.as_of.slice(0, 10);
  return lots.map((lot, index) => {
    // By dates, like a sale today.
    const heldFor = heldDays(lot.acquired_at, today) ?? 0;
    return withGain({
      ...lot,
      lots: 1,
      parts: [],
      isPart: false,
      heldDays: heldFor,
      youngestHeldDays: heldFor,
      lastAcquiredAt: lot.acquired_at,
      symbol: symbols.get(lot.isin) ?? lot.isin,
      price: lotPrice(portfolio.holdings, lot.isin),
      value: values[index] ?? null,
    });
  });
}

/** One row for each instrument, grouped from one row for each purchase of its lots. */
export function rowsByInstrument(rows: readonly LotRow[]): LotRow[] {
  return grouped(rows, [({ isin }) => isin, purchaseOf], joinedLot);
}

/** One row for each purchase, grouped from its lots. */
export function rowsByOrder(rows: readonly LotRow[]): LotRow[] {
  return grouped(rows, [purchaseOf], joinedLot);
}

/** Each fill of an order makes a lot, also on different days; stated lots are grouped by their day. */
function purchaseOf({ order_id: order, isin, acquired_at: at }: LotRow): string {
  return order ?? `${isin} ${at.slice(0, 10)}`;
}

/** Unique for a row and every part of it. */
export function lotRowKey({ isin, lot_id: lot, order_id: order, acquired_at: at, lastAcquiredAt }: LotRow): string {
  const day = at.slice(0, 10);
  return lot ?? order ?? (day === lastAcquiredAt.slice(0, 10) ? `${isin} ${day}` : isin);
}

/** The unit cost is the average, in millionths. */
function joinedLot([first, ...others]: Group<LotRow>, parts: readonly LotRow[]): LotRow {
  const group = [first, ...others];
  const byAge = group.toSorted((one, other) => one.acquired_at.localeCompare(other.acquired_at));
  const [oldest = first, youngest = first] = [byAge.at(0), byAge.at(-1)];
  const quantity = sum(group, (row) => row.quantity);
  const cost = inCents(sum(group, (row) => row.cost));
  const isPriced = group.every(({ value }) => value !== null);
  return withGain({
    ...oldest,
    lot_id: null,
    lots: group.length,
    quantity,
    cost,
    order_id: group.every(({ order_id: order }) => order === first.order_id) ? first.order_id : null,
    unit_cost: averageUnitCost([first, ...others], cost, quantity),
    value: isPriced ? inCents(sum(group, (row) => row.value ?? 0)) : null,
    parts: parts.map((row) => ({ ...row, isPart: true })),
    youngestHeldDays: youngest.youngestHeldDays,
    lastAcquiredAt: youngest.lastAcquiredAt,
  });
}

/** Their common unit cost, otherwise the average: a cost in cents is less precise than a stated unit cost. */
function averageUnitCost([first, ...others]: Group<LotRow>, cost: number, quantity: number): number {
  if (others.every((other) => other.unit_cost === first.unit_cost)) return first.unit_cost;
  return quantity > 0 ? Math.round((cost / quantity) * 1e6) / 1e6 : 0;
}

/** A lot without a price counts at its cost. `gains` minus `losses` is `gain`. */
export function lotTotals(rows: readonly LotRow[]) {
  const cost = sum(rows, (row) => row.cost);
  const value = sum(rows, (row) => row.value ?? row.cost);
  const gains = sum(rows, ({ gain }) => Math.max(0, gain ?? 0));
  const losses = sum(rows, ({ gain }) => Math.max(0, -(gain ?? 0)));
  return {
    cost: inCents(cost),
    value: inCents(value),
    gain: inCents(value - cost),
    gains: inCents(gains),
    losses: inCents(losses),
  };
}

function withGain(row: Omit<LotRow, 'gain' | 'gainShare'>): LotRow {
  const { value } = row;
  const gain = value === null ? null : inCents(value - row.cost);
  return { ...row, gain, gainShare: gain === null || row.cost <= 0 ? null : gain / row.cost };
}

/**
 * Whole days from purchase to sale; null for a pool, which has no date of purchase, and for a lot bought after the
 * sale.
 */
export function heldDays(acquiredAt: string | null, soldOn: string): number | null {
  if (acquiredAt === null) return null;
  const days = Math.round((Date.parse(soldOn) - Date.parse(acquiredAt.slice(0, 10))) / DAY_MS);
  return days < 0 ? null : days;
}

/** For the lots that a sale used; none for a pool. */
export function heldDaysOf(lots: readonly { readonly acquired_at: string | null }[], soldOn: string): number[] {
  return lots.flatMap((lot) => heldDays(lot.acquired_at, soldOn) ?? []);
}

/** `12`, or `12–340` if lots of different ages were used, or null if none has an age. */
export function formatHeldDays(days: readonly number[]): string | null {
  return days.length === 0 ? null : formatRange(Math.min(...days), Math.max(...days));
}

/** `12`, or `12–340`. */
export function formatRange(least: number, most: number): string {
  return least === most ? String(least) : `${least}–${most}`;
}
