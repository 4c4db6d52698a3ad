/**
 * Computes lots and realised gains for tests, from trades alone and in integers of unlimited size. Shares no arithmetic
 * with `domain/lots`, and so none of its errors.
 */

export type Method = 'FIFO' | 'HIFO' | 'specific_id' | 'average_cost' | 'section_104';

/** A fraction of two integers, not in lowest terms. */
export interface Exact {
  readonly over: bigint;
  readonly under: bigint;
}

export const NOTHING: Exact = { over: 0n, under: 1n };

export function sumOf(one: Exact, other: Exact): Exact {
  return { over: one.over * other.under + other.over * one.under, under: one.under * other.under };
}

/**
 * Millionths of shares and minor units; a split has the whole position after it, and a position set by hand begins with
 * nothing.
 */
export type Trade =
  | { readonly side: 'buy'; readonly id: string; readonly atMs: number; readonly micro: bigint; readonly minor: bigint }
  | {
      readonly side: 'sell';
      readonly id: string;
      readonly atMs: number;
      readonly micro: bigint;
      /** The sold remainder beyond whole millionths. */
      readonly rest: Exact;
      /** The proceeds before charges. */
      readonly minor: bigint;
      readonly chargesMinor: bigint;
      readonly method: Method;
    }
  | { readonly side: 'split'; readonly micro: bigint; readonly newShares: bigint; readonly oldShares: bigint }
  | { readonly side: 'set' };

type Buy = Extract<Trade, { side: 'buy' }>;
type Sell = Extract<Trade, { side: 'sell' }>;

export interface OwnLot {
  readonly id: string;
  readonly atMs: number;
  readonly micro: bigint;
  readonly minor: bigint;
}

/** Shares that a sale took, and their cost; without an id they are of all lots together. */
export interface OwnPart {
  readonly id: string | null;
  readonly micro: bigint;
  readonly minor: bigint;
}

export interface OwnDisposal {
  readonly day: string;
  readonly saleIds: readonly string[];
  readonly proceeds: bigint;
  readonly charges: bigint;
  readonly parts: readonly OwnPart[];
}

interface Lots {
  lots: OwnLot[];
  readonly disposals: OwnDisposal[];
}

/** `dayOf` gives the date where the tax is owed, as `YYYY-MM-DD`. */
export type DateOf = (atMs: number) => string;

/** Lots and disposals of one instrument. Under the British rules a day counts as one moment. */
export function accountForLots(trades: readonly Trade[], dayOf: DateOf): Readonly<Lots> {
  const isByDay = trades.some((trade) => trade.side === 'sell' && trade.method === 'section_104');
  const state: Lots = { lots: [], disposals: [] };
  let open: UnsetTrade[] = [];
  for (const trade of trades) {
    if (trade.side !== 'set') open.push(trade);
    else {
      accountForPart(state, open, isByDay, dayOf);
      open = [];
    }
  }
  accountForPart(state, open, isByDay, dayOf);
  return state;
}

type UnsetTrade = Exclude<Trade, { side: 'set' }>;

/**
 * The trades since the position was last set by hand define its lots; every trade is counted in parts of the final
 * shares.
 */
function accountForPart(state: Lots, trades: readonly UnsetTrade[], isByDay: boolean, dayOf: DateOf): void {
  const { counted, presentOf } = inPresentShares(trades);
  const part: Lots = { lots: [], disposals: [] };
  if (isByDay) tradeByDay(part, counted, dayOf);
  else for (const trade of counted) tradeOnce(part, trade, dayOf);
  state.lots = scaled(part.lots, trades.reduce(heldAfter, 0n));
  for (const disposal of part.disposals) {
    const sales = disposal.saleIds.map(
      (id) => trades.find((trade) => trade.side === 'sell' && trade.id === id) as Sell,
    );
    const last = presentOf(sales.at(-1) as Sell);
    const micros = sales.map((sale) => {
      const { over, under } = presentOf(sale);
      const isAlike = over * last.under === last.over * under;
      return isAlike
        ? sale.micro
        : (exactly(sale).over * over * last.under) / (exactly(sale).under * under * last.over);
    });
    state.disposals.push({
      ...disposal,
      parts: scaled(
        disposal.parts,
        total(micros, (micro) => micro),
      ),
    });
  }
}

function heldAfter(micro: bigint, trade: UnsetTrade): bigint {
  if (trade.side === 'split') return trade.micro;
  return trade.side === 'buy' ? micro + trade.micro : micro - trade.micro;
}

function exactly(trade: Buy | Sell): Exact {
  return sumOf({ over: trade.micro, under: 1n }, trade.side === 'sell' ? trade.rest : NOTHING);
}

/** Trades with quantities that are parts of present shares, and how many present shares one of a trade is. */
function inPresentShares(trades: readonly UnsetTrade[]) {
  const factors = new Map<UnsetTrade, Exact>();
  let factor: Exact = { over: 1n, under: 1n };
  for (const trade of trades.toReversed()) {
    if (trade.side !== 'split') factors.set(trade, factor);
    else factor = { over: factor.over * trade.newShares, under: factor.under * trade.oldShares };
  }
  const presentOf = (trade: Buy | Sell) => factors.get(trade) ?? NOTHING;
  const traded = trades.filter((trade) => trade.side !== 'split');
  const exact = traded.map((trade) => {
    const [own, present] = [exactly(trade), presentOf(trade)];
    return { over: own.over * present.over, under: own.under * present.under };
  });
  const parts = exact.reduce((all, { under }) => all * (all % under === 0n ? 1n : under), 1n);
  let [held, units] = [0n, 0n];
  const counted: (Buy | Sell)[] = [];
  for (const trade of trades) {
    held = heldAfter(held, trade);
    if (trade.side === 'split') continue;
    const { over, under } = exact[counted.length] ?? NOTHING;
    // A sale of the last millionth sells everything.
    const micro = trade.side === 'sell' && held === 0n ? units : (over * parts) / under;
    units += trade.side === 'buy' ? micro : -micro;
    counted.push({ ...trade, micro });
  }
  return { counted, presentOf };
}

function tradeOnce(state: Lots, trade: Buy | Sell, dayOf: DateOf): void {
  if (trade.side === 'buy') {
    state.lots.push(lotOf(trade));
    return;
  }
  const parts = sell(state, trade.micro, trade.method);
  const { id, minor: proceeds, chargesMinor: charges } = trade;
  state.disposals.push({ day: dayOf(trade.atMs), saleIds: [id], proceeds, charges, parts });
}

interface TaxDay {
  readonly day: string;
  readonly number: number;
  readonly bought: Lots;
  readonly first: Buy | undefined;
  readonly pooled: readonly Sell[];
  readonly others: readonly Sell[];
  openMicro: bigint;
  readonly parts: OwnPart[];
}

function tradeByDay(state: Lots, trades: readonly (Buy | Sell)[], dayOf: DateOf): void {
  const byDate = Map.groupBy(trades, ({ atMs }) => dayOf(atMs));
  const days = [...byDate.keys()].sort().map((day) => taxDay(day, byDate.get(day) ?? []));
  for (const sold of days) matchWith(sold, sold);
  for (const sold of days) {
    const next30 = days.filter(({ number }) => number > sold.number && number <= sold.number + 30);
    for (const bought of next30) matchWith(sold, bought);
  }
  for (const each of days) {
    state.lots.push(...each.bought.lots);
    if (each.openMicro > 0n) each.parts.push(...sell(state, each.openMicro, 'section_104'));
    if (each.pooled.length > 0) {
      const proceeds = total(each.pooled, ({ minor }) => minor);
      const charges = total(each.pooled, ({ chargesMinor }) => chargesMinor);
      const saleIds = each.pooled.map(({ id }) => id);
      state.disposals.push({ day: each.day, saleIds, proceeds, charges, parts: each.parts });
    }
    for (const sale of each.others) tradeOnce(state, sale, dayOf);
  }
}

function taxDay(day: string, trades: readonly (Buy | Sell)[]): TaxDay {
  const bought = trades.filter((trade) => trade.side === 'buy');
  const sold = trades.filter((trade) => trade.side === 'sell');
  const pooled = sold.filter(({ method }) => method === 'section_104');
  return {
    day,
    number: Date.parse(day) / 86_400_000,
    bought: { lots: bought.map(lotOf), disposals: [] },
    first: bought[0],
    pooled,
    others: sold.filter(({ method }) => method !== 'section_104'),
    openMicro: total(pooled, ({ micro }) => micro),
    parts: [],
  };
}

/** A day's purchases count as one, under the name of the first. */
function matchWith(sold: TaxDay, { bought, first }: TaxDay): void {
  const heldMicro = total(bought.lots, ({ micro }) => micro);
  const micro = sold.openMicro < heldMicro ? sold.openMicro : heldMicro;
  if (micro === 0n || first === undefined) return;
  const [part] = sell(bought, micro, 'average_cost');
  if (part !== undefined) sold.parts.push({ ...part, id: first.id });
  sold.openMicro -= micro;
}

/** Removes shares from the lots. */
function sell(state: Lots, micro: bigint, method: Method): OwnPart[] {
  const heldMicro = total(state.lots, (lot) => lot.micro);
  if (micro > heldMicro) throw new Error(`${micro} millionths are sold of ${heldMicro}`);
  if (method !== 'average_cost' && method !== 'section_104') return sellChosen(state, micro, method);
  const poolMinor = total(state.lots, (lot) => lot.minor);
  const soldMinor = shareOf(poolMinor, micro, heldMicro);
  sellChosen(state, micro, 'FIFO');
  // The remaining cost of the pool is the same for every remaining share.
  let seenMicro = 0n;
  let givenMinor = 0n;
  state.lots = state.lots.map((lot) => {
    seenMicro += lot.micro;
    const minor = shareOf(poolMinor - soldMinor, seenMicro, heldMicro - micro) - givenMinor;
    givenMinor += minor;
    return { ...lot, minor };
  });
  return [{ id: null, micro, minor: soldMinor }];
}

function sellChosen(state: Lots, soldMicro: bigint, method: 'FIFO' | 'HIFO' | 'specific_id'): OwnPart[] {
  const parts: OwnPart[] = [];
  let openMicro = soldMicro;
  for (const lot of [...state.lots].sort(FIRST_SOLD[method])) {
    if (openMicro === 0n) break;
    const micro = openMicro < lot.micro ? openMicro : lot.micro;
    const minor = shareOf(lot.minor, micro, lot.micro);
    openMicro -= micro;
    parts.push({ id: lot.id, micro, minor });
    const left = { ...lot, micro: lot.micro - micro, minor: lot.minor - minor };
    state.lots = state.lots.flatMap((each) => {
      if (each !== lot) return [each];
      return left.micro === 0n ? [] : [left];
    });
  }
  return parts;
}

type Order = (a: OwnLot, b: OwnLot) => number;
const older: Order = (a, b) => a.atMs - b.atMs;
const dearer: Order = (a, b) => Number(b.minor * a.micro - a.minor * b.micro);
const smaller: Order = (a, b) => Number(a.micro - b.micro);
const FIRST_SOLD: Readonly<Record<'FIFO' | 'HIFO' | 'specific_id', Order>> = {
  FIFO: older,
  HIFO: (a, b) => dearer(a, b) || older(a, b),
  specific_id: (a, b) => dearer(a, b) || smaller(a, b) || older(a, b),
};

/** Every part is within a millionth of its share; the cost of one that vanishes is added to its neighbour. */
function scaled<P extends OwnPart>(lots: readonly P[], toMicro: bigint): P[] {
  const fromMicro = total(lots, ({ micro }) => micro);
  if (toMicro === 0n) return [];
  const split: P[] = [];
  let seenMicro = 0n;
  let givenMicro = 0n;
  let homelessMinor = 0n;
  for (const lot of lots) {
    seenMicro += lot.micro;
    const micro = (seenMicro * toMicro) / fromMicro - givenMicro;
    givenMicro += micro;
    const minor = homelessMinor + lot.minor;
    homelessMinor = micro === 0n ? minor : 0n;
    if (micro > 0n) split.push({ ...lot, micro, minor });
  }
  const last = split.pop();
  return last === undefined ? [] : [...split, { ...last, minor: last.minor + homelessMinor }];
}

function lotOf({ id, atMs, micro, minor }: Buy): OwnLot {
  return { id, atMs, micro, minor };
}

/** Half away from zero. */
export function shareOf(minor: bigint, part: bigint, whole: bigint): bigint {
  const [positive, sign] = minor < 0n ? [-minor, -1n] : [minor, 1n];
  return (sign * (2n * positive * part + whole)) / (2n * whole);
}

export function total<T>(rows: readonly T[], of: (row: T) => bigint): bigint {
  return rows.reduce((sum, row) => sum + of(row), 0n);
}
