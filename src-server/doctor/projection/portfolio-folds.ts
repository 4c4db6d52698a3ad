/** Applies the events of portfolios, and of their pending cash flows, dividends and settlements. */
import { isDeepStrictEqual } from 'node:util';
import type { EventOf, KnownEvent } from '../../domain/events/event-catalogue.ts';
import type { PlanConstraints } from '../../domain/plan/constraints.ts';
import { constraintsData } from '../../engine/commands/portfolios/set-constraints.ts';
import type { Json } from '../../kernel/canonical-json.ts';
import { eventInstantMs, micro, minor } from '../event-units.ts';
import { type ExpectedValue, json, jsonRule } from '../expected-table.ts';
import type { Fold, Folds, Projection } from './projection.ts';

const created: Fold<'portfolio.created'> = (data, projection, { atMs }) => {
  const { portfolio_id: portfolioId, form, currency } = data;
  projection.countId('pf');
  projection.addPortfolio(portfolioId);
  projection.trades.set(portfolioId, []);
  projection.tables.portfolios.insert([portfolioId], {
    form,
    currency,
    created_ms: atMs,
    updated_ms: atMs,
    deleted_ms: null,
    wrapper: data.form === 'A' ? data.account_type : data.tax_wrapper,
    tax_jurisdiction: data.form === 'A' ? data.tax_jurisdiction : null,
    default_tax_method: data.form === 'A' ? data.default_tax_method : null,
    metadata: data.form === 'A' ? json(data.metadata) : null,
    reference_rates: jsonRule('rates above 0', areRates),
  });
};

function areRates(value: Json): boolean {
  const rates = value !== null && typeof value === 'object' ? Object.values(value) : [];
  return rates.length > 0 && rates.every((rate) => typeof rate === 'number' && rate > 0);
}

/** Marks the portfolio as changed. */
const touched = (data: { readonly portfolio_id: string }, { tables }: Projection, { atMs }: KnownEvent): void => {
  tables.portfolios.change([data.portfolio_id], { updated_ms: atMs });
};

const deleted: Fold<'portfolio.deleted'> = (data, projection, { atMs }) => {
  const portfolioId = data.portfolio_id;
  projection.deleted.add(portfolioId);
  projection.constraints.delete(portfolioId);
  projection.tables.portfolios.change([portfolioId], { updated_ms: atMs, deleted_ms: atMs });
};

const constraintsSet: Fold<'constraints.set'> = (data, { constraints }) => {
  constraints.set(data.portfolio_id, data.constraints);
};

/** Compares constraints as the event has them: without those that constrain nothing. */
function constraintsAre(stated: EventOf<'constraints.set'>['constraints'] | undefined): ExpectedValue {
  if (stated === undefined || isDeepStrictEqual(stated, {})) return null;
  const isSame = (stored: Json) => isDeepStrictEqual(constraintsData(stored as unknown as PlanConstraints), stated);
  return jsonRule(JSON.stringify(stated), (stored) => isObject(stored) && isSame(stored));
}

function isObject(value: Json): boolean {
  const lists = value !== null && typeof value === 'object' ? (value as { [key: string]: Json }) : {};
  return Array.isArray(lists.doNotSell) && Array.isArray(lists.doNotBuy);
}

type Flow = EventOf<'cash_flow.scheduled' | 'cash_flow.booked' | 'cash_flow.refused'>;

function scheduled(data: Flow, projection: Projection, { atMs }: KnownEvent): void {
  const seq = projection.countId('cf');
  projection.tables.cash_flows.insert([data.cash_flow_id], {
    seq,
    portfolio_id: data.portfolio_id,
    kind: data.kind,
    amount_minor: minor(data.amount),
    created_ms: atMs,
    ended_ms: null,
    occurrences: 0,
    refused: 0,
    // A one-off flow of this instant is in the log only by its booking.
    first_ms: 'at' in data ? eventInstantMs(data.at) : atMs,
    every: 'at' in data ? data.every : null,
    until_ms: 'at' in data ? eventInstantMs(data.until) : undefined,
  });
}

function occurred(data: Flow, projection: Projection, event: KnownEvent, refused: 0 | 1): void {
  const { cash_flows: flows } = projection.tables;
  const id = data.cash_flow_id;
  if (flows.find(id) === null) scheduled(data, projection, event);
  const before = flows.find(id)?.columns;
  flows.change([id], {
    occurrences: Number(before?.occurrences) + 1,
    refused: Number(before?.refused) + refused,
  });
}

const ended: Fold<'cash_flow.ended'> = (data, { tables }, { atMs }) => {
  tables.cash_flows.change([data.cash_flow_id], { ended_ms: atMs, next_ms: null, timer_seq: null });
};

const accrued: Fold<'dividend.accrued'> = (data, projection, { atMs }) => {
  const seq = projection.countId('dv');
  const action = data.corporate_action_id ?? null;
  projection.tables.dividends.insert([data.dividend_id], {
    seq,
    portfolio_id: data.portfolio_id,
    isin: data.isin,
    ex_ms: atMs,
    corporate_action_id: action,
    distribution_id: action ?? undefined,
    quantity_micro: micro(data.quantity),
    amount_micro: micro(data.amount),
    currency: data.currency,
    gross_minor: minor(data.gross),
    pay_ms: eventInstantMs(data.pay_at),
    status: 'accrued',
    paid_gross_minor: null,
    tax_minor: null,
    ended_ms: null,
  });
};

const paid: Fold<'dividend.paid'> = (data, { tables }, { atMs }) => {
  tables.dividends.change([data.dividend_id], {
    status: 'paid',
    ended_ms: atMs,
    withholding_ppm: micro(data.withholding_rate),
    paid_gross_minor: minor(data.gross),
    tax_minor: minor(data.withholding_tax),
  });
};

const lost: Fold<'dividend.ended'> = (data, { tables }, { atMs }) => {
  tables.dividends.change([data.dividend_id], { status: 'ended', ended_ms: atMs });
};

export const PORTFOLIO_FOLDS: Folds = {
  'portfolio.created': created,
  'portfolio.renamed': touched,
  'portfolio.cash_set': touched,
  'portfolio.positions_set': touched,
  'portfolio.targets_set': touched,
  'portfolio.deleted': deleted,
  'rebalance.requested': touched,
  'order.filled': touched,
  'corporate_action.applied': touched,
  'constraints.set': constraintsSet,
  'cash_flow.scheduled': scheduled,
  'cash_flow.booked': (data, projection, event) => {
    occurred(data, projection, event, 0);
    touched(data, projection, event);
  },
  'cash_flow.refused': (data, projection, event) => occurred(data, projection, event, 1),
  'cash_flow.ended': ended,
  'dividend.accrued': accrued,
  'dividend.paid': (data, projection, event) => {
    paid(data, projection, event);
    touched(data, projection, event);
  },
  'dividend.ended': lost,
};

/** Sets the expectations that follow from the final ledger: cash, names, positions and targets. */
export function finishPortfolios({ portfolios, constraints, tables }: Projection): void {
  for (const [portfolioId, { cashMinor, label, positions, rests, targets }] of portfolios) {
    const constrained = constraintsAre(constraints.get(portfolioId));
    tables.portfolios.change([portfolioId], { cash_minor: cashMinor, label, constraints: constrained });
    for (const [place, quantity] of positions) {
      const columns = { quantity_micro: quantity, rest: rests.get(place) ?? null };
      tables.positions.insert([portfolioId, ...place.split(' ')], columns);
    }
    for (const [rank, { isin, weight }] of targets.entries()) {
      tables.targets.insert([portfolioId, isin], { rank, weight });
    }
  }
}
