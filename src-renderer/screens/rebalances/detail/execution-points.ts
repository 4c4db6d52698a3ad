/** The mid of a listing and the fills of an order as points over virtual time. Pure. */
import type { BarList } from '../../../../src-server/contract/control/market/market-prices.ts';
import type { OrderWire } from '../../../../src-server/contract/service/form-b.ts';

interface MidPoint {
  readonly atMs: number;
  readonly price: number;
}

interface FillPoint extends MidPoint {
  readonly quantity: number;
  /** Share of the order, 0 to 1. */
  readonly share: number;
}

/** The mid at the start of each bar, and at the end of the last one. */
export function midPoints({ bars, interval }: BarList): MidPoint[] {
  const points = bars.map(({ at, open }) => ({ atMs: Date.parse(at), price: open }));
  const last = bars.at(-1);
  if (last === undefined) return points;
  return [...points, { atMs: Date.parse(last.at) + intervalMs(interval), price: last.close }];
}

export function fillPoints({ fills, quantity: ordered }: OrderWire): FillPoint[] {
  return fills.map(({ filled_at: at, price, quantity }) => ({
    atMs: Date.parse(at),
    price,
    quantity,
    share: ordered === 0 ? 0 : quantity / ordered,
  }));
}

/** The points at one instant: the mid, a fill, or both in two rows. */
export type ExecutionRow = Readonly<Record<'atMs', number>> &
  Readonly<Record<'mid' | 'price' | 'quantity' | 'share', number | null>>;

/** Oldest first. */
export function executionRows(mids: readonly MidPoint[], fills: readonly FillPoint[]): ExecutionRow[] {
  const none = { mid: null, price: null, quantity: null, share: null };
  const rows = [
    ...mids.map(({ atMs, price }) => ({ ...none, atMs, mid: price })),
    ...fills.map((fill) => ({ ...none, ...fill })),
  ];
  return rows.sort((one, other) => one.atMs - other.atMs);
}

/** Lowest and highest of all points and lines, with a margin; its height is never 0. */
export function priceDomain(prices: readonly number[]): [number, number] {
  const low = Math.min(...prices);
  const high = Math.max(...prices);
  const air = Math.max((high - low) * 0.12, high / 5_000);
  return [low - air, high + air];
}

interface Executed {
  readonly order: Pick<OrderWire, 'fills'>;
  readonly executedAt: string;
  /** When its rebalance became final. */
  readonly completedAt: string | null;
  readonly nowMs: number;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const MIN_AIR_MS = 30 * SECOND_MS;
/** Few enough bars for a line rather than a block. */
const MAX_BARS = 240;

const LENGTHS: readonly (readonly [BarList['interval'], number])[] = [
  ['1s', SECOND_MS],
  ['5s', 5 * SECOND_MS],
  ['15s', 15 * SECOND_MS],
  ['1m', MINUTE_MS],
  ['5m', 5 * MINUTE_MS],
  ['15m', 15 * MINUTE_MS],
  ['30m', 30 * MINUTE_MS],
  ['1h', 60 * MINUTE_MS],
  ['1d', 24 * 60 * MINUTE_MS],
];

/** The span of virtual time in which an order was executed, with a margin, and the bars that show it best. Pure. */
export function executionSpan({ order, executedAt, completedAt, nowMs }: Executed) {
  const startMs = Date.parse(executedAt);
  const [lastFill] = order.fills.map((fill) => fill.filled_at).sort((one, other) => other.localeCompare(one));
  // An order that was filled early in a long rebalance is shown only for its own duration.
  const isDone = completedAt !== null;
  const endMs = isDone ? Date.parse(lastFill ?? completedAt) : nowMs;
  const airMs = Math.max(MIN_AIR_MS, (endMs - startMs) / 10);
  const lengthMs = endMs - startMs + 2 * airMs;
  const [interval] = LENGTHS.find(([, barMs]) => lengthMs / barMs <= MAX_BARS) ?? LENGTHS.at(-1) ?? ['1d'];
  // Without an end it extends up to now, because it is still executing.
  return { fromMs: startMs - airMs, untilMs: isDone ? endMs + airMs : null, interval };
}

function intervalMs(interval: BarList['interval']): number {
  return LENGTHS.find(([name]) => name === interval)?.[1] ?? MINUTE_MS;
}
