/**
 * Computes from the event log alone what corporate actions and dividends must do to portfolios (decisions O2 and O3).
 * Each amount is compared with that of the event.
 */
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { EventData, LoggedEvent } from '../../src-server/kernel/event-chain.ts';
import {
  type Account,
  accountOf,
  addShares,
  addTrade,
  type LifeAccounts,
  microOf,
  minorOf,
  positionsIn,
  rowsOf,
  type SeedDistribution,
  valueInBase,
} from './life-accounts.ts';
import { type Exact, NOTHING, shareOf, sumOf, total } from './lot-accounting.ts';

/** A corporate action that has begun, with events of portfolios still to come. */
interface OpenAction {
  readonly data: EventData;
  readonly atMs: number;
  /** Portfolios whose events are to come; `null` until orders on the instrument have ended. */
  affected: Set<string> | null;
}

interface Claim {
  readonly data: EventData;
  readonly atMs: number;
  isOpen: boolean;
}

/** Actions that have begun and not ended, by life. */
export interface LifeActions {
  open: OpenAction | null;
  readonly claims: Map<string, Claim>;
  /** The dividends of an instant that were begun, with the portfolios that have no claim yet. */
  entitled: { readonly key: string; readonly portfolios: Set<string> } | null;
  /** Number of the seed's distributions that have gone ex. */
  gone: number;
  /** By the original ISIN of an instrument: its present ISIN, and how many shares one has become. */
  readonly terms: Map<string, { isin: string; newShares: number; isDelisted: boolean }>;
}

export function noActions(): LifeActions {
  return { open: null, claims: new Map(), entitled: null, gone: 0, terms: new Map() };
}

export type ActionBooking = (life: LifeAccounts, actions: LifeActions, event: LoggedEvent) => void;

/** Call it before each event, and with `null` after the last. */
export function endActions(life: LifeAccounts, actions: LifeActions, next: LoggedEvent | null): void {
  expectDividends(life, actions, next);
  const { open, entitled } = actions;
  if (open !== null) {
    const isSameInstant = next?.atMs === open.atMs;
    if (!isSameInstant || NO_FILLS_AFTER.has(next.type)) begin(life, open);
    if (!isSameInstant || next.type === 'corporate_action.effective') {
      expect([...(open.affected ?? [])], 'portfolios that were not told of a corporate action').toEqual([]);
      actions.open = null;
    }
  }
  if (entitled !== null && next?.type !== 'dividend.accrued') {
    expect([...entitled.portfolios], `portfolios without a claim to ${entitled.key}`).toEqual([]);
    actions.entitled = null;
  }
}

/** A portfolio with a position at the end of an ex-date's instant has a claim, of the amount that was fixed before. */
function expectDividends({ market, accounts }: LifeAccounts, actions: LifeActions, next: LoggedEvent | null): void {
  const { distributions } = market;
  for (; actions.gone < distributions.length; actions.gone += 1) {
    const { isin: began, exMs, amountMicro } = distributions[actions.gone] as SeedDistribution;
    if (next !== null && next.atMs <= exMs) return;
    const { isin, newShares, isDelisted } = termsOf(actions, began);
    if (isDelisted) continue;
    const amount = BigInt(Math.max(1, Math.round(amountMicro / newShares)));
    const claims = [...actions.claims.values()].filter(
      ({ atMs, data }) => atMs === exMs && data.isin === isin && data.corporate_action_id === undefined,
    );
    for (const { data } of claims) expect(microOf(data.amount), `dividend of ${isin}`).toBe(amount);
    const paid = new Set(claims.map(({ data }) => data.portfolio_id));
    const unpaid = [...accounts.values()].filter((account) => {
      const micro = total(positionsIn(account, isin), ([, each]) => each);
      const isOld = (account.trades.get(isin) ?? []).every(
        (trade) => trade.side === 'split' || trade.side === 'set' || trade.atMs < exMs,
      );
      return !account.isDeleted && isOld && shareOf(micro * amount, 1n, 10_000_000_000n) > 0n;
    });
    expect(unpaid.map(({ portfolioId }) => portfolioId).filter((id) => !paid.has(id))).toEqual([]);
  }
}

function termsOf({ terms }: LifeActions, began: string) {
  return terms.get(began) ?? { isin: began, newShares: 1, isDelisted: false };
}

/** Orders that a corporate action ends have reported their fills before these. */
const NO_FILLS_AFTER: ReadonlySet<string> = new Set([
  ...['corporate_action.applied', 'corporate_action.effective', 'trade.settled', 'dividend.accrued'],
]);

/** The effects on no single portfolio: trades that have not settled, and the lots under another ISIN. */
function begin({ accounts, pending }: LifeAccounts, open: OpenAction): void {
  if (open.affected !== null) return;
  const { kind, ratio } = open.data as { kind: string; ratio?: { new: number; old: number } };
  const [isin, newIsin] = [String(open.data.isin), String(open.data.new_isin)];
  const holders = [...accounts.values()].filter(
    (account) => !account.isDeleted && (account.targets.includes(isin) || positionsIn(account, isin).length > 0),
  );
  open.affected = new Set(holders.map(({ portfolioId }) => portfolioId));
  for (const trade of pending.values()) {
    if (trade.isin !== isin) continue;
    if (ratio !== undefined) {
      const { over, under } = sumOf({ over: trade.micro, under: 1n }, trade.rest);
      const after = { over: over * BigInt(ratio.new), under: under * BigInt(ratio.old) };
      trade.micro = after.over / after.under;
      trade.rest = { over: after.over % after.under, under: after.under };
    }
    if (kind === 'isin_change') trade.isin = newIsin;
  }
  if (kind === 'split' && ratio !== undefined) splitWhatWasSold(accounts.values(), isin, ratio);
  if (kind !== 'isin_change') return;
  for (const { trades } of accounts.values()) {
    const own = trades.get(isin);
    trades.delete(isin);
    if (own !== undefined) trades.set(newIsin, own);
  }
}

/** A portfolio that sold everything may buy the new shares again. */
function splitWhatWasSold(
  accounts: Iterable<Account>,
  isin: string,
  { new: newShares, old: oldShares }: { new: number; old: number },
): void {
  for (const account of accounts) {
    if (account.isDeleted || positionsIn(account, isin).length > 0) continue;
    account.trades
      .get(isin)
      ?.push({ side: 'split', micro: 0n, newShares: BigInt(newShares), oldShares: BigInt(oldShares) });
  }
}

const effective: ActionBooking = (_life, actions, { data, atMs }) => {
  const isin = String(data.isin);
  const began = [...actions.terms].find(([, each]) => each.isin === isin)?.[0] ?? isin;
  const terms = termsOf(actions, began);
  const ratio = data.ratio as { new: number; old: number } | undefined;
  actions.terms.set(began, {
    isin: String(data.new_isin ?? isin),
    newShares: ratio === undefined ? terms.newShares : (terms.newShares * ratio.new) / ratio.old,
    isDelisted: data.kind === 'delisting',
  });
  actions.open = { data, atMs, affected: null };
};

const applied: ActionBooking = (life, { open }, { data, atMs }) => {
  if (open === null) throw new Error('a corporate action was applied that had not begun');
  const account = accountOf(life, data);
  expect(open.affected?.delete(account.portfolioId), `${account.portfolioId} is not affected`).toBe(true);
  expect(data.corporate_action_id).toBe(open.data.corporate_action_id);
  const paid = EFFECTS[String(open.data.kind)]?.(life, account, open.data, atMs) ?? 0n;
  account.minor += paid;
  expect([minorOf(data.cash_paid), minorOf(data.cash)]).toEqual([paid, account.minor]);
  const isin = String(data.new_isin ?? data.isin);
  const reported = rowsOf(data.positions).map((row): [string, bigint] => [row.mic, row.micro]);
  expect(new Map(reported)).toEqual(new Map(positionsIn(account, isin)));
};

/** Returns the payment. */
type Effect = (life: LifeAccounts, account: Account, action: EventData, atMs: number) => bigint;

/** Whole lots of the exchange remain, and the excess is sold at the new mid; everything else is unchanged. */
const split: Effect = (life, account, action, atMs) => {
  const { market } = life;
  const isin = String(action.isin);
  const ratio = action.ratio as { new: number; old: number };
  const [newShares, oldShares] = [BigInt(ratio.new), BigInt(ratio.old)];
  let [wholeMicro, heldMicro, paid, unheld] = [0n, 0n, 0n, NOTHING];
  const before = positionsIn(account, isin);
  const restBefore = before.map(([mic]) => account.rests.get(`${isin} ${mic}`) ?? NOTHING).reduce(sumOf, NOTHING);
  for (const [mic, micro] of before) {
    const lotMicro = market.lotMicro(mic);
    const place = `${isin} ${mic}`;
    const rest = account.rests.get(place) ?? NOTHING;
    const stepMicro = rest.over === 0n && micro % lotMicro === 0n ? lotMicro : 1n;
    const { over, under } = sumOf(
      { over: micro * newShares, under: oldShares },
      {
        over: rest.over * newShares,
        under: rest.under * oldShares,
      },
    );
    const whole = over / under;
    const held = whole - (whole % stepMicro);
    const perEur = market.perEurMicro(market.currencyOf(mic), atMs);
    const price = market.midMicro(isin, mic, atMs);
    const beyond = { over: over - held * under, under };
    addShares(account, isin, mic, held - micro);
    account.rests.delete(place);
    // A millionth and more retains its fraction, unless the exchange has lots.
    if (stepMicro === 1n && held > 0n) {
      if (beyond.over > 0n) account.rests.set(place, beyond);
    } else {
      // In parts, so that nothing is rounded before it is money.
      paid += valueInBase(beyond.over, price, perEur * under, market.perEurMicro(account.currency, atMs));
      unheld = sumOf(unheld, beyond);
    }
    wholeMicro += whole;
    heldMicro += held;
  }
  if (before.length === 0) return 0n;
  const id = String(action.corporate_action_id);
  const sell = (micro: bigint, rest: Exact) =>
    addTrade(life, account, isin, {
      side: 'sell',
      id,
      atMs,
      minor: paid,
      chargesMinor: 0n,
      micro,
      rest,
      method: account.method,
    });
  const ownMicro = total(before, ([, micro]) => micro);
  const soldMicro = wholeMicro - heldMicro;
  if (wholeMicro === 0n) sell(ownMicro, restBefore);
  else addTrade(life, account, isin, { side: 'split', micro: wholeMicro, newShares, oldShares });
  if (soldMicro > 0n) sell(soldMicro, sumOf(unheld, { over: -soldMicro, under: 1n }));
  return paid;
};

const renameIsin: Effect = (_life, account, action) => {
  const [isin, newIsin] = [String(action.isin), String(action.new_isin)];
  for (const [mic, micro] of positionsIn(account, isin)) {
    const rest = account.rests.get(`${isin} ${mic}`);
    addShares(account, isin, mic, -micro);
    addShares(account, newIsin, mic, micro);
    if (rest !== undefined) account.rests.set(`${newIsin} ${mic}`, rest);
  }
  account.targets = account.targets.map((each) => (each === isin ? newIsin : each));
  return 0n;
};

const delist: Effect = (life, account, action, atMs) => {
  const { market } = life;
  const isin = String(action.isin);
  const held = positionsIn(account, isin);
  if (action.cash_price === null || held.length === 0) return 0n;
  const micro = total(held, ([, each]) => each);
  const perEur = market.perEurMicro(String(action.currency), atMs);
  const rest = held.map(([mic]) => account.rests.get(`${isin} ${mic}`) ?? NOTHING).reduce(sumOf, NOTHING);
  const { over, under } = sumOf({ over: micro, under: 1n }, rest);
  const price = microOf(action.cash_price);
  const minor = valueInBase(over, price, perEur * under, market.perEurMicro(account.currency, atMs));
  const id = String(action.corporate_action_id);
  addTrade(life, account, isin, {
    side: 'sell',
    id,
    atMs,
    micro,
    rest,
    minor,
    chargesMinor: 0n,
    method: account.method,
  });
  for (const [mic, each] of held) addShares(account, isin, mic, -each);
  return minor;
};

const EFFECTS: Readonly<Record<string, Effect>> = { split, isin_change: renameIsin, delisting: delist };

const accrue: ActionBooking = (life, actions, { data, atMs }) => {
  const isin = String(data.isin);
  const key = `${isin} ${data.corporate_action_id ?? 'of the seed'} at ${atMs}`;
  const grossOf = (account: Account) =>
    shareOf(total(positionsIn(account, isin), ([, micro]) => micro) * microOf(data.amount), 1n, 10_000_000_000n);
  if (actions.entitled?.key !== key) {
    expect([...(actions.entitled?.portfolios ?? [])], 'portfolios without a claim').toEqual([]);
    const holders = [...life.accounts.values()].filter((account) => !account.isDeleted && grossOf(account) > 0n);
    actions.entitled = { key, portfolios: new Set(holders.map(({ portfolioId }) => portfolioId)) };
  }
  const account = accountOf(life, data);
  expect(actions.entitled.portfolios.delete(account.portfolioId)).toBe(true);
  expect(minorOf(data.gross)).toBe(grossOf(account));
  actions.claims.set(String(data.dividend_id), { data, atMs, isOpen: true });
};

const pay: ActionBooking = (life, actions, { data, atMs }) => {
  const account = accountOf(life, data);
  const claim = closeClaim(actions, data);
  expect(atMs).toBe(Date.parse(String(claim.data.pay_at)));
  const perEur = (currency: string) => life.market.perEurMicro(currency, atMs);
  const currency = String(claim.data.currency);
  const gross = shareOf(minorOf(claim.data.gross), perEur(account.currency), perEur(currency));
  const rateMicro = withheld(life.market.sourceOf(String(claim.data.isin)), account, String(claim.data.pay_at));
  const tax = shareOf(gross, rateMicro, 1_000_000n);
  account.minor += gross - tax;
  expect([data.gross, data.withholding_tax, data.net, data.cash].map(minorOf)).toEqual([
    ...[gross, tax, gross - tax, account.minor],
  ]);
};

function closeClaim({ claims }: LifeActions, data: EventData): Claim {
  const claim = claims.get(String(data.dividend_id));
  if (claim === undefined || !claim.isOpen) throw new Error(`${data.dividend_id} is paid twice, or was not accrued`);
  claim.isOpen = false;
  return claim;
}

interface TaxRow {
  readonly source: string;
  readonly residences?: readonly string[];
  readonly wrappers?: readonly string[];
  readonly rates: readonly { readonly from: string; readonly rate: number }[];
}
const table = new URL('../../fixtures/market/withholding-tax.json', import.meta.url);
const { rows: TAX_ROWS } = JSON.parse(readFileSync(table, 'utf8')) as { rows: readonly TaxRow[] };

/** Millionths of the gross dividend. */
function withheld(source: string | null, { residence, wrapper }: Account, payAt: string): bigint {
  const row = TAX_ROWS.find(
    ({ source: from, residences = [residence], wrappers = [wrapper] }) =>
      from === source && residences.includes(residence) && wrappers.includes(wrapper),
  );
  const [first, ...later] = row?.rates ?? [];
  const dated = later.reduce((before, rate) => (rate.from <= payAt.slice(0, 10) ? rate : before), first);
  return microOf(dated?.rate ?? 0);
}

export const ACTION_BOOKINGS: Readonly<Record<string, ActionBooking>> = {
  'corporate_action.effective': effective,
  'corporate_action.applied': applied,
  'dividend.accrued': accrue,
  'dividend.paid': pay,
  'dividend.ended': (_life, actions, { data }) => void closeClaim(actions, data),
};
