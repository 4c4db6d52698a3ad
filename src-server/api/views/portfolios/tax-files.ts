/** The lots of a portfolio and its realised gains, as files: in the order of the app, by symbol, the oldest first. */
import type { GainsReport, LotList } from '../../../contract/control/portfolios/gains.ts';
import { inCents, lotPrice, lotValues } from '../../../contract/control/portfolios/lot-values.ts';
import { formatInstant, parseInstant } from '../../../domain/numbers/instant.ts';
import type { World } from '../../../engine/world.ts';
import { csvAmount, csvFile } from './csv-file.ts';
import { viewPortfolio } from './view-portfolios.ts';

const LOT_COLUMNS = [
  ...(['symbol', 'name', 'isin', 'lot_id', 'acquired_at', 'held_days', 'quantity', 'currency'] as const),
  ...(['unit_cost', 'price', 'cost', 'value', 'gain'] as const),
];

/** Returns a line for each lot with its current value; without price, value and gain if it has no price. */
export function lotsCsv(world: World, { portfolio_id: id, lots, currency }: LotList): string {
  const { nowMs } = world.kernel;
  const holdings = viewPortfolio(world, id, nowMs)?.holdings ?? [];
  const values = lotValues(lots, holdings);
  const rows = lots.map(({ isin, lot_id, acquired_at, quantity, cost, unit_cost: unitCost }, index) => {
    const price = lotPrice(holdings, isin);
    const value = values[index] ?? null;
    return {
      ...namesOf(world, isin),
      isin,
      lot_id,
      acquired_at,
      held_days: heldDays(acquired_at, formatInstant(nowMs)),
      quantity,
      currency,
      unit_cost: csvAmount(unitCost),
      price: price === null ? null : csvAmount(Math.round(price * 1e6) / 1e6),
      cost: csvAmount(cost),
      value: value === null ? null : csvAmount(value),
      gain: value === null ? null : csvAmount(inCents(value - cost)),
    };
  });
  return csvFile(bySymbol(rows), LOT_COLUMNS);
}

const GAIN_COLUMNS = [
  ...(['date', 'symbol', 'name', 'isin', 'method', 'rule', 'lot_id', 'acquired_at', 'held_days'] as const),
  ...(['quantity', 'currency', 'unit_cost', 'proceeds', 'cost', 'gain'] as const),
];
const RELIEF_COLUMNS = ['loss_held_back', 'loss_set_off'] as const;

type Disposal = GainsReport['rows'][number];

/** Returns a line for each lot that a disposal used, and two more columns if loss relief applies. */
export function gainsCsv(world: World, { rows, currency }: GainsReport): string {
  const hasRelief = rows.some((row) => row.loss_held_back !== undefined);
  const lines = rows.flatMap((row) =>
    linesOf(row).map((line, index) => ({
      date: row.date,
      isin: row.isin,
      method: row.method,
      currency,
      ...namesOf(world, row.isin),
      ...line,
      // Amounts of the whole disposal, so only its first line has them.
      loss_held_back: csvAmount(index === 0 ? (row.loss_held_back ?? 0) : 0),
      loss_set_off: csvAmount(index === 0 ? (row.loss_set_off ?? 0) : 0),
    })),
  );
  return csvFile(bySymbol(lines), [...GAIN_COLUMNS, ...(hasRelief ? RELIEF_COLUMNS : [])]);
}

/**
 * Distributes the proceeds to the lots by their shares without losing a cent; a lot's cost is its proceeds minus its
 * gain.
 */
function linesOf({ lots, date, ...row }: Disposal) {
  let left = { shares: row.quantity, proceeds: row.proceeds };
  return lots.map(({ rule, lot_id, acquired_at, quantity, unit_cost: unitCost, gain }) => {
    const isLast = Math.abs(left.shares - quantity) < 1e-9;
    const proceeds = isLast ? left.proceeds : inCents((left.proceeds * quantity) / left.shares);
    left = { shares: left.shares - quantity, proceeds: inCents(left.proceeds - proceeds) };
    return {
      rule,
      lot_id,
      acquired_at,
      quantity,
      held_days: heldDays(acquired_at, date),
      unit_cost: csvAmount(unitCost),
      proceeds: csvAmount(proceeds),
      cost: csvAmount(inCents(proceeds - gain)),
      gain: csvAmount(gain),
    };
  });
}

/** Returns days from the day of purchase; null for a pool, which has none, and for shares bought after the sale. */
function heldDays(acquiredAt: string | null, day: string): number | null {
  if (acquiredAt === null) return null;
  const days = (startOfDay(day) - startOfDay(acquiredAt)) / DAY_MS;
  return days >= 0 ? days : null;
}

const DAY_MS = 86_400_000;

function startOfDay(at: string): number {
  return parseInstant(`${at.slice(0, 10)}T00:00:00Z`) ?? 0;
}

function namesOf({ market }: World, isin: string) {
  const { symbol = isin, name = isin } = market.instruments.get(isin) ?? {};
  return { symbol, name };
}

/** Rows of one symbol stay in their order. */
function bySymbol<Row extends { readonly symbol: string }>(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted((one, other) => one.symbol.localeCompare(other.symbol, 'en', { numeric: true }));
}
