/**
 * Independent accounts of portfolios for tests: reads an event log as a client could, and computes what every portfolio
 * must have after it, with its own arithmetic. Each amount in an event is compared when it is read.
 */
import { expect } from 'vitest';
import type { EventData, LoggedEvent } from '../../src-server/kernel/event-chain.ts';
import {
  accountForLots,
  type DateOf,
  type Exact,
  type Method,
  NOTHING,
  type OwnDisposal,
  shareOf,
  type Trade,
  total,
} from './lot-accounting.ts';

/** Market data that a client can read, for an instant in the past; millionths. */
export interface ObservedMarket {
  midMicro(isin: string, mic: string, atMs: number): bigint;
  perEurMicro(currency: string, atMs: number): bigint;
  currencyOf(mic: string): string;
  lotMicro(mic: string): bigint;
  /** The country from which an instrument pays; `null`: unknown. */
  sourceOf(isin: string): string | null;
  /** The payments per share that follow from the seed, in the shares with which the world began, by ex-date. */
  readonly distributions: readonly SeedDistribution[];
}

export interface SeedDistribution {
  /** The original one. */
  readonly isin: string;
  readonly exMs: number;
  readonly amountMicro: number;
}

/**
 * Lots with which positions were set, by the number of the event, or their value where no lots were given; a place is
 * an ISIN and an exchange.
 */
export type StatedLots = ReadonlyMap<number, readonly { readonly place: string; readonly trade: Trade }[]>;

export interface Account {
  readonly portfolioId: string;
  readonly currency: string;
  readonly residence: string;
  readonly wrapper: string;
  readonly method: Method;
  readonly dateOf: DateOf;
  minor: bigint;
  /** Millionths by ISIN and exchange. */
  positions: Map<string, bigint>;
  /** By the same keys, the remainder of a position beyond them. */
  rests: Map<string, Exact>;
  targets: string[];
  /** By ISIN. */
  trades: Map<string, Trade[]>;
  isCashSet: boolean;
  isDeleted: boolean;
}

/** A trade that has not settled; `minor` is the change of the cash. */
export interface PendingTrade {
  readonly portfolioId: string;
  isin: string;
  readonly mic: string;
  readonly side: string;
  micro: bigint;
  /** Remainder beyond whole millionths. */
  rest: Exact;
  readonly minor: bigint;
  hasFailed: boolean;
}

export interface LifeAccounts {
  readonly market: ObservedMarket;
  readonly stated: StatedLots;
  readonly accounts: Map<string, Account>;
  readonly pending: Map<string, PendingTrade>;
  /** By rebalance of Form A. */
  readonly methods: Map<string, Method>;
  readonly fills: EventData[];
  isSettlementSimulated: boolean;
  hasSettlementFailed: boolean;
  /** Reported while the trade that has restated them is not reported yet. */
  restated: readonly { readonly fill_ids: readonly string[]; readonly gain: number }[];
}

export type Booking = (life: LifeAccounts, data: EventData, event: LoggedEvent) => void;

export function minorOf(amount: unknown): bigint {
  return BigInt(Math.round(Number(amount) * 100));
}

export function microOf(amount: unknown): bigint {
  return BigInt(Math.round(Number(amount) * 1e6));
}

/** Minor units of `micro` shares at `priceMicro`, in another currency; half up. */
export function valueInBase(micro: bigint, priceMicro: bigint, fromPerEur: bigint, toPerEur: bigint): bigint {
  return shareOf(micro * priceMicro, toPerEur, 10_000_000_000n * fromPerEur);
}

export function accountOf({ accounts }: LifeAccounts, { portfolio_id: id }: EventData): Account {
  const account = accounts.get(String(id));
  if (account === undefined) throw new Error(`the log has not created portfolio ${id}`);
  return account;
}

/** The event with restated disposals precedes the one with the trade. */
export function addTrade(life: LifeAccounts, account: Account, isin: string, trade: Trade): void {
  const before = account.trades.get(isin) ?? [];
  const after = [...before, trade];
  account.trades.set(isin, after);
  if (account.residence !== 'GB') return;
  const was = accountForLots(before, account.dateOf).disposals.map(ownText);
  const restated = accountForLots(after, account.dateOf).disposals.filter((disposal) => {
    const isOwn = trade.side === 'sell' && disposal.saleIds.includes(trade.id);
    const [firstId] = disposal.saleIds;
    return !isOwn && was.some((text) => text.startsWith(`${firstId} `)) && !was.includes(ownText(disposal));
  });
  const reported = life.restated.map(({ fill_ids: ids, gain }) => `${ids}: ${minorOf(gain)}`);
  life.restated = [];
  expect(reported, `restated gains in ${isin}`).toEqual(
    restated.map(
      ({ saleIds, proceeds, charges, parts }) =>
        `${saleIds}: ${proceeds - charges - total(parts, ({ minor }) => minor)}`,
    ),
  );
}

function ownText({ saleIds, parts }: OwnDisposal): string {
  return `${saleIds[0]} ${parts.map(({ id, micro, minor }) => `${id} ${micro} ${minor}`)}`;
}

export function addShares({ positions, rests }: Account, isin: string, mic: string, micro: bigint): void {
  const place = `${isin} ${mic}`;
  const left = (positions.get(place) ?? 0n) + micro;
  if (left !== 0n) positions.set(place, left);
  else {
    positions.delete(place);
    rests.delete(place);
  }
}

/** Positions in an instrument, by exchange. */
export function positionsIn({ positions }: Account, isin: string): [mic: string, micro: bigint][] {
  return [...positions].flatMap(([place, micro]): [string, bigint][] => {
    const [of = '', mic = ''] = place.split(' ');
    return of === isin ? [[mic, micro]] : [];
  });
}

/** The rows of positions in an event. */
export function rowsOf(rows: unknown): { isin: string; mic: string; micro: bigint }[] {
  const named = rows as { isin: string; exchange: string; quantity: number }[];
  return named.map(({ isin, exchange, quantity }) => ({ isin, mic: exchange, micro: microOf(quantity) }));
}

/** The country of a wrapper of Form B, or of an account of Form A. */
const WRAPPERS: Readonly<Record<string, string>> = { GIA: 'GB', ISA: 'GB', SIPP: 'GB', PEA: 'FR', Depot: 'DE' };
const ACCOUNT_TYPES: Readonly<Record<string, string>> = { depot: 'Depot', isa: 'ISA', pea: 'PEA', pension: 'SIPP' };
const ZONES: Readonly<Record<string, string>> = {
  DE: 'Europe/Berlin',
  GB: 'Europe/London',
  FR: 'Europe/Paris',
  CH: 'Europe/Zurich',
  SE: 'Europe/Stockholm',
};
const METHODS: Readonly<Record<string, Method>> = {
  DE: 'FIFO',
  GB: 'section_104',
  FR: 'average_cost',
  CH: 'average_cost',
  SE: 'average_cost',
};

const create: Booking = (life, data, event) => {
  const isFormA = data.form === 'A';
  const wrapper = isFormA ? (ACCOUNT_TYPES[String(data.account_type)] ?? '') : String(data.tax_wrapper);
  const residence = isFormA ? String(data.tax_jurisdiction) : (WRAPPERS[wrapper] ?? '');
  const days = new Intl.DateTimeFormat('en-CA', { timeZone: ZONES[residence] ?? 'UTC', dateStyle: 'short' });
  const account: Account = {
    portfolioId: String(data.portfolio_id),
    currency: String(data.currency),
    residence,
    wrapper,
    method: METHODS[residence] ?? 'FIFO',
    dateOf: remembering((atMs) => days.format(atMs)),
    minor: isFormA ? 10_000_000n : minorOf(data.cash),
    positions: new Map(),
    rests: new Map(),
    targets: [],
    trades: new Map(),
    isCashSet: false,
    isDeleted: false,
  };
  life.accounts.set(account.portfolioId, account);
  if (isFormA) return;
  account.targets = isinsOf(data.targets);
  replacePositions(life, account, rowsOf(data.holdings), event.seq);
};

/** A portfolio with thousands of fills needs the date of each of them at each fill. */
function remembering(dateOf: DateOf): DateOf {
  const dates = new Map<number, string>();
  return (atMs) => {
    const date = dates.get(atMs) ?? dateOf(atMs);
    dates.set(atMs, date);
    return date;
  };
}

/** All earlier lots are gone; realised gains remain. */
function replacePositions(life: LifeAccounts, account: Account, rows: ReturnType<typeof rowsOf>, seq: number): void {
  const given = life.stated.get(seq) ?? [];
  for (const [isin, trades] of account.trades) {
    const isHeld = positionsIn(account, isin).length > 0;
    if (isHeld || given.some(({ place }) => place.startsWith(`${isin} `))) trades.push({ side: 'set' });
  }
  account.positions = new Map();
  account.rests = new Map();
  for (const { isin, mic, micro } of rows) {
    addShares(account, isin, mic, micro);
    for (const { place, trade } of given) if (place === `${isin} ${mic}`) addTrade(life, account, isin, trade);
  }
}

function isinsOf(targets: unknown): string[] {
  return (targets as { isin: string }[]).map(({ isin }) => isin);
}

const fill: Booking = (life, data) => {
  const account = accountOf(life, data);
  const [order, filled] = [data.order as EventData, data.fill as EventData];
  const costs = filled.costs as EventData;
  const [isin, mic] = [String(order.isin), String(filled.exchange)];
  const [micro, value] = [microOf(filled.quantity), minorOf(filled.value)];
  const charges = minorOf(costs.commission) + minorOf(costs.fx) + minorOf(costs.transaction_tax);
  expect(minorOf(costs.total)).toBe(charges + minorOf(costs.spread) + minorOf(costs.impact));
  const isBuy = order.side === 'buy';
  const minor = isBuy ? -value - charges : value - charges;
  account.minor += minor;
  const isAll = !isBuy && account.positions.get(`${isin} ${mic}`) === micro;
  const rest = (isAll ? account.rests.get(`${isin} ${mic}`) : undefined) ?? NOTHING;
  addShares(account, isin, mic, isBuy ? micro : -micro);
  const common = { id: String(filled.fill_id), atMs: Date.parse(String(filled.filled_at)), micro };
  const method = life.methods.get(String(data.rebalance_id)) ?? account.method;
  addTrade(
    life,
    account,
    isin,
    isBuy
      ? { side: 'buy', ...common, minor: -minor }
      : { side: 'sell', ...common, rest, minor: value, chargesMinor: charges, method },
  );
  life.fills.push(filled);
  if (!life.isSettlementSimulated) return;
  const named = { portfolioId: account.portfolioId, isin, mic, side: String(order.side) };
  life.pending.set(common.id, { ...named, micro, rest: NOTHING, minor, hasFailed: false });
};

/** British `average_cost` is the pool of section 104. */
const request: Booking = (life, data) => {
  const account = accountOf(life, data);
  const requested = String(data.tax_method) as Method;
  const isPool = account.residence === 'GB' && requested === 'average_cost';
  life.methods.set(String(data.rebalance_id), isPool ? 'section_104' : requested);
  account.targets = Object.keys(data.target_weights as object);
};

const settle: Booking = (life, data) => {
  const pending = pendingOf(life, data);
  life.pending.delete(String(data.fill_id));
  expect(pending.micro).toBe(microOf(data.quantity));
};

const failToSettle: Booking = (life, data) => {
  const pending = pendingOf(life, data);
  expect(pending.hasFailed).toBe(false);
  pending.hasFailed = true;
  life.hasSettlementFailed = true;
};

function pendingOf({ pending }: LifeAccounts, data: EventData): PendingTrade {
  const trade = pending.get(String(data.fill_id));
  if (trade === undefined) throw new Error(`${data.fill_id} settles twice, or was no fill`);
  const { portfolioId, isin, mic, side, minor } = trade;
  const reported = [data.portfolio_id, data.isin, data.exchange, data.side, minorOf(data.cash)];
  expect(reported).toEqual([portfolioId, isin, mic, side, minor]);
  return trade;
}

const cashFlow: Booking = (life, data) => {
  const account = accountOf(life, data);
  const amount = minorOf(data.amount);
  account.minor += data.kind === 'deposit' || data.kind === 'interest' ? amount : -amount;
  expect(minorOf(data.cash)).toBe(account.minor);
};

const refuseCashFlow: Booking = (life, data) => {
  const free = data.reason === 'unsettled_cash' ? data.settled_cash : data.free_cash;
  expect(minorOf(data.amount)).toBeGreaterThan(minorOf(free));
  expect(minorOf(data.free_cash)).toBeLessThanOrEqual(accountOf(life, data).minor);
};

/** Everything except corporate actions and dividends. */
export const BOOKINGS: Readonly<Record<string, Booking>> = {
  'world.created': (life, data) => {
    life.isSettlementSimulated = data.settlement === 'simulated';
  },
  'portfolio.created': create,
  'portfolio.cash_set': (life, data) => {
    const account = accountOf(life, data);
    account.minor = minorOf(data.amount);
    account.isCashSet = true;
  },
  'portfolio.positions_set': (life, data, { seq }) =>
    replacePositions(life, accountOf(life, data), rowsOf(data.positions), seq),
  'portfolio.targets_set': (life, data) => {
    accountOf(life, data).targets = isinsOf(data.targets);
  },
  'portfolio.deleted': (life, data) => {
    accountOf(life, data).isDeleted = true;
  },
  'rebalance.requested': request,
  'order.filled': fill,
  'trade.settled': settle,
  'trade.settlement_failed': failToSettle,
  'cash_flow.booked': cashFlow,
  'cash_flow.refused': refuseCashFlow,
  'gains.restated': (life, data) => {
    life.restated = data.disposals as unknown as LifeAccounts['restated'];
  },
};
