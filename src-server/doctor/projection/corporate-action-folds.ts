/** Applies the events of instruments to everything that refers to them (decision O3). */

import { quantityOfExact, splitQuantity } from '../../domain/corporate-actions/split-position.ts';
import type { EventOf } from '../../domain/events/event-catalogue.ts';
import { eventInstantMs, micro, minor } from '../event-units.ts';
import { type ExpectedRow, json } from '../expected-table.ts';
import type { Fold, Folds, Projection, RecordedTrade } from './projection.ts';

const scheduled: Fold<'corporate_action.scheduled'> = (data, projection, { atMs }) => {
  const seq = projection.countId('ca');
  projection.tables.corporate_actions.insert([data.corporate_action_id], {
    seq,
    kind: data.kind,
    isin: data.isin,
    ex_ms: eventInstantMs(data.ex_at),
    ...termsOf(data),
    price_factor: null,
    created_ms: atMs,
    applied_ms: null,
    cancelled_ms: null,
  });
};

function termsOf(data: EventOf<'corporate_action.scheduled'>) {
  const ratio = data.kind === 'split' ? data.ratio : null;
  const amount = data.kind === 'cash_dividend' ? data.amount : data.kind === 'delisting' ? data.cash_price : null;
  return {
    ratio_new: ratio?.new ?? null,
    ratio_old: ratio?.old ?? null,
    new_isin: data.kind === 'isin_change' ? data.new_isin : null,
    amount_micro: micro(amount),
    currency: data.kind === 'cash_dividend' || data.kind === 'delisting' ? data.currency : null,
    pay_ms: data.kind === 'cash_dividend' ? eventInstantMs(data.pay_at) : null,
  };
}

const cancelled: Fold<'corporate_action.cancelled'> = (data, { tables }, { atMs }) => {
  tables.corporate_actions.change([data.corporate_action_id], { cancelled_ms: atMs, timer_seq: null });
};

const effective: Fold<'corporate_action.effective'> = (data, projection, { atMs }) => {
  const id = data.corporate_action_id;
  const change = { applied_ms: atMs, price_factor: data.price_factor, timer_seq: null };
  projection.tables.corporate_actions.change([id], change);
  const { isin } = data;
  const apply = () => {
    if (data.kind === 'split') {
      splitUnsettled(projection, isin, data.ratio);
      // Including trades of positions that were sold; a world of an earlier release lacks the field.
      for (const own of projection.trades.values())
        if (own.some((trade) => trade.isin === isin)) addSplit(own, { isin, tradeId: id, atMs });
    }
    if (data.kind === 'isin_change') rename(projection, { isin, newIsin: data.new_isin, id, atMs });
  };
  projection.after({ atMs, apply });
};

type Ratio = Extract<EventOf<'corporate_action.effective'>, { readonly kind: 'split' }>['ratio'];

function splitUnsettled({ tables, unsettled }: Projection, isin: string, ratio: Ratio): void {
  const { new: newShares, old: oldShares } = ratio;
  for (const fillId of unsettled) {
    const columns = tables.trade_settlements.find(fillId)?.columns;
    if (columns?.isin !== isin) continue;
    const rest = typeof columns.rest === 'string' ? { rest: columns.rest } : {};
    const quantity = { quantityMicro: Number(columns.quantity_micro), ...rest };
    const after = quantityOfExact(splitQuantity(quantity, { newShares, oldShares }));
    Object.assign(columns, { quantity_micro: after.quantityMicro, rest: after.rest ?? null });
  }
}

interface Renaming {
  readonly isin: string;
  readonly newIsin: string;
  /** Id of the corporate action that causes it. */
  readonly id: string;
  readonly atMs: number;
}

function rename(projection: Projection, { isin, newIsin, id, atMs }: Renaming): void {
  const { tables, trades, unsettled, constraints, deleted } = projection;
  const follow = (rows: Iterable<ExpectedRow | null>, column: string, isFollowing: (row: ExpectedRow) => boolean) => {
    for (const row of rows) {
      if (row?.columns[column] === isin && isFollowing(row)) row.columns[column] = newIsin;
    }
  };
  follow(tables.pins.rows.values(), 'isin', () => true);
  follow(tables.market_faults.rows.values(), 'isin', ({ columns }) => isOpenFault(columns, atMs));
  follow(
    tables.corporate_actions.rows.values(),
    'isin',
    ({ key, columns }) => key[0] !== id && columns.applied_ms === null && (columns.cancelled_ms ?? null) === null,
  );
  follow(
    [...unsettled].map((fillId) => tables.trade_settlements.find(fillId)),
    'isin',
    () => true,
  );
  for (const trade of [...trades.values()].flat()) if (trade.isin === isin) trade.isin = newIsin;
  for (const [portfolioId, stated] of constraints) {
    if (!deleted.has(portfolioId)) constraints.set(portfolioId, renamedIn(stated, isin, newIsin));
  }
}

function isOpenFault({ until_ms: until, ended_ms: ended }: ExpectedRow['columns'], atMs: number): boolean {
  const endMs = (value: typeof until) => (typeof value === 'number' ? value : Number.POSITIVE_INFINITY);
  return atMs < Math.min(endMs(until), endMs(ended));
}

/** Renames an instrument in every list of the constraints. */
function renamedIn(stated: Constraints, isin: string, newIsin: string): Constraints {
  const present = (isins: readonly string[]) => isins.map((each) => (each === isin ? newIsin : each));
  return {
    ...stated,
    ...(stated.do_not_sell === undefined ? {} : { do_not_sell: present(stated.do_not_sell) }),
    ...(stated.do_not_buy === undefined ? {} : { do_not_buy: present(stated.do_not_buy) }),
  };
}

type Constraints = EventOf<'constraints.set'>['constraints'];

const applied: Fold<'corporate_action.applied'> = (data, projection, { atMs }) => {
  const { tables, trades, heldBefore } = projection;
  const portfolioId = data.portfolio_id;
  const tradeId = data.corporate_action_id;
  const { isin, new_isin: newIsin } = data;
  if (newIsin !== null) renameTerms(projection, portfolioId, isin, newIsin);
  const kind = data.kind;
  if (heldBefore === 0 || (kind !== 'split' && kind !== 'delisting')) return;
  const own = trades.get(portfolioId) ?? [];
  const sale = { at_ms: atMs, amount_minor: minor(data.cash_paid) };
  if (kind === 'split') {
    // Which part stays in lots and which is paid in cash depends on the lots of the exchange.
    addSplit(own, { isin, tradeId, atMs });
    own.push({ isin, tradeId, side: 'sell', columns: sale, isOptional: true });
  } else if (tables.corporate_actions.find(tradeId)?.columns.amount_micro !== null) {
    own.push({ isin, tradeId, side: 'sell', columns: { ...sale, quantity_micro: heldBefore }, isOptional: false });
  }
};

/** Adds a split once. */
function addSplit(
  own: RecordedTrade[],
  { isin, tradeId, atMs }: { readonly isin: string; readonly tradeId: string; readonly atMs: number },
): void {
  if (own.some((trade) => trade.tradeId === tradeId && trade.side === 'split')) return;
  const columns = { at_ms: atMs, amount_minor: 0, method: null };
  own.push({ isin, tradeId, side: 'split', columns, isOptional: true });
}

/** Renames an instrument in the terms of the rebalance that is being executed. */
function renameTerms({ tables, active }: Projection, portfolioId: string, isin: string, newIsin: string): void {
  const columns = tables.rebalances.find(active.get(portfolioId) ?? '')?.columns;
  const weights = columns?.['form_a.targetWeights'];
  if (columns === undefined || weights === null || typeof weights !== 'object' || !('json' in weights)) return;
  const entries = Object.entries(weights.json ?? {}).map(([each, weight]) => [each === isin ? newIsin : each, weight]);
  columns['form_a.targetWeights'] = json(Object.fromEntries(entries));
}

/** Earlier releases deleted the trades of a portfolio whose positions were replaced. */
const positionsSet: Fold<'portfolio.positions_set'> = (data, { trades }) => {
  const portfolioId = data.portfolio_id;
  const before = trades.get(portfolioId) ?? [];
  trades.set(
    portfolioId,
    before.map((trade) => ({ ...trade, isOptional: true })),
  );
};

export const CORPORATE_ACTION_FOLDS: Folds = {
  'corporate_action.scheduled': scheduled,
  'corporate_action.effective': effective,
  'corporate_action.applied': applied,
  'corporate_action.cancelled': cancelled,
  'portfolio.positions_set': positionsSet,
};

export function finishTrades({ trades, tables }: Projection): void {
  for (const [portfolioId, own] of trades) {
    for (const { isin, tradeId, side, columns, isOptional } of own) {
      tables.lot_trades.insert([portfolioId, tradeId, side], { isin, ...columns }, isOptional);
    }
  }
}
