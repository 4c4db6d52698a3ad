/**
 * How much cash is there, by when it is there (decision O4). A purchase may spend proceeds that settle no later than it
 * does; what leaves the portfolio now, only what has settled and pays for nothing else.
 */
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import type { OrderRecord, PortfolioRecord } from '../records.ts';
import type { World } from '../world.ts';

export interface AvailableCash {
  /** Whenever it settles: the cash that no working order holds back. */
  readonly totalMinor: number;
  /** What may leave the portfolio now: it never makes the settled cash too small for what is still to be paid. */
  readonly withdrawableMinor: number;
  /** What a purchase may cost whose order leaves for an exchange now. */
  forBuyAt(mic: string): number;
  /** Holds back the cost of an order that leaves now. */
  reserve(mic: string, reservedMinor: number): void;
}

type CashWorld = Pick<World, 'settlement'>;

/** `orders` are those of the rebalance under way, if there is one. */
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

/** Everything is settled: there is one sum. */
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
 * Settled cash, and what is still to come and to go, each at its time. Read once somebody asks: most fills leave nothing
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

/** The least that there will be at an instant or at any later one. */
function minFrom(sums: CashSums, fromMs: number): number {
  const later = sums.changes.filter(({ atMs }) => atMs > fromMs).map(({ atMs }) => sumAt(sums, atMs));
  return Math.min(sumAt(sums, fromMs), ...later);
}

/** What comes and goes at the same instant counts as one. */
function sumAt({ settledMinor, changes }: CashSums, atMs: number): number {
  return changes.reduce((sum, change) => (change.atMs <= atMs ? sum + change.minor : sum), settledMinor);
}
