/**
 * Computes the available cash by its settlement (decision O4). A purchase may spend proceeds that settle no later than
 * it does; an outflow now may only spend settled cash that no other payment needs.
 */
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import type { OrderRecord, PortfolioRecord } from '../records.ts';
import type { World } from '../world.ts';

export interface AvailableCash {
  /** Cash that no working order reserves, whenever it settles. */
  readonly totalMinor: number;
  /** Cash that may leave the portfolio now, so that the settled cash always covers the payments still to come. */
  readonly withdrawableMinor: number;
  /** Returns the largest cost of a purchase whose order is sent to an exchange now. */
  forBuyAt(mic: string): number;
  /** Reserves the cost of an order that is sent now. */
  reserve(mic: string, reservedMinor: number): void;
}

type CashWorld = Pick<World, 'settlement'>;

/** `orders` are those of the rebalance in progress, if there is one. */
export function availableCash(
  world: CashWorld,
  { nowMs }: Pick<UnitOfWork, 'nowMs'>,
  portfolio: PortfolioRecord,
  orders: readonly OrderRecord[],
): AvailableCash {
  return world.settlement.mode === 'immediate'
    ? oneSum(portfolio, orders)
    : sumsByTime(world.settlement, nowMs, portfolio, orders);
}

/** Computes the cash if everything is settled: there is only one sum. */
function oneSum({ cashMinor }: PortfolioRecord, orders: readonly OrderRecord[]): AvailableCash {
  let totalMinor = orders.reduce((free, { reservedMinor }) => free - reservedMinor, cashMinor);
  return {
    get totalMinor() {
      return totalMinor;
    },
    get withdrawableMinor() {
      return totalMinor;
    },
    forBuyAt: () => totalMinor,
    reserve(_mic, reservedMinor) {
      totalMinor -= reservedMinor;
    },
  };
}

interface CashChange {
  readonly atMs: number;
  readonly minor: number;
}

interface CashSums {
  readonly settledMinor: number;
  readonly changes: CashChange[];
}

/**
 * Computes settled cash, and future inflows and outflows by time. Read on first use: after most fills there is nothing
 * to buy.
 */
function sumsByTime(
  { days, trades }: World['settlement'],
  nowMs: number,
  { portfolioId, cashMinor }: PortfolioRecord,
  orders: readonly OrderRecord[],
): AvailableCash {
  const reservation = (mic: string, reservedMinor: number): CashChange[] =>
    reservedMinor > 0 ? [{ atMs: days.expectedMs(mic, nowMs), minor: -reservedMinor }] : [];
  let known: CashSums | null = null;
  const read = (): CashSums => {
    const pending = trades.pendingCash(portfolioId).map(({ dueMs, cashMinor: minor }) => ({ atMs: dueMs, minor }));
    const settledMinor = pending.reduce((left, { minor }) => left - minor, cashMinor);
    const reserved = orders.flatMap(({ mic, reservedMinor }) => reservation(mic, reservedMinor));
    return { settledMinor, changes: [...pending, ...reserved] };
  };
  const sums = () => {
    known ??= read();
    return known;
  };
  return {
    get totalMinor() {
      return sumAt(sums(), Number.POSITIVE_INFINITY);
    },
    get withdrawableMinor() {
      return minFrom(sums(), nowMs);
    },
    forBuyAt: (mic) => minFrom(sums(), days.expectedMs(mic, nowMs)),
    reserve: (mic, reservedMinor) => void sums().changes.push(...reservation(mic, reservedMinor)),
  };
}

/** Returns the least cash at an instant or at any later one. */
function minFrom(sums: CashSums, fromMs: number): number {
  const later = sums.changes.filter(({ atMs }) => atMs > fromMs).map(({ atMs }) => sumAt(sums, atMs));
  return Math.min(sumAt(sums, fromMs), ...later);
}

/** Inflows and outflows of the same instant count together. */
function sumAt({ settledMinor, changes }: CashSums, atMs: number): number {
  return changes.reduce((sum, change) => (change.atMs <= atMs ? sum + change.minor : sum), settledMinor);
}
