/** Portfolios with their pending cash flows, dividends and settlements. */
import { isDeepStrictEqual } from 'node:util';
import type { PlanConstraints } from '../../domain/plan/constraints.ts';
import { constraintsData } from '../../engine/commands/portfolios/set-constraints.ts';
import type { Json } from '../../kernel/canonical-json.ts';
import type { LoggedEvent } from '../../kernel/event-chain.ts';
import type { EventFields } from '../event-fields.ts';
import { type Expectation, json, jsonRule } from '../expected-table.ts';
import type { Fold, Folds, Projection } from './projection.ts';

const created: Fold = (projection, fields, { atMs }) => {
  const portfolioId = fields.id('portfolio_id');
  const form = fields.text('form');
  const isFormA = form === 'A';
  projection.countId('pf');
  projection.addPortfolio(portfolioId);
  projection.trades.set(portfolioId, []);
  projection.tables.portfolios.insert([portfolioId], {
    ...{ form, currency: fields.text('currency'), created_ms: atMs, updated_ms: atMs, deleted_ms: null },
    wrapper: isFormA ? fields.text('account_type') : fields.text('tax_wrapper'),
    tax_jurisdiction: isFormA ? fields.text('tax_jurisdiction') : null,
    default_tax_method: isFormA ? fields.text('default_tax_method') : null,
    metadata: isFormA ? json(fields.json('metadata')) : null,
    reference_rates: jsonRule('rates above 0', areRates),
  });
};

function areRates(value: Json): boolean {
  const rates = value !== null && typeof value === 'object' ? Object.values(value) : [];
  return rates.length > 0 && rates.every((rate) => typeof rate === 'number' && rate > 0);
}

/** Its change is one of the portfolio. */
const touched: Fold = ({ tables }, fields, { atMs }) => {
  tables.portfolios.change([fields.id('portfolio_id')], { updated_ms: atMs });
};

const deleted: Fold = (projection, fields, { atMs }) => {
  const portfolioId = fields.id('portfolio_id');
  projection.deleted.add(portfolioId);
  projection.constraints.delete(portfolioId);
  projection.tables.portfolios.change([portfolioId], { updated_ms: atMs, deleted_ms: atMs });
};

const constraintsSet: Fold = ({ constraints }, fields) => {
  constraints.set(fields.id('portfolio_id'), fields.json('constraints'));
};

/** As the event has them: only what constrains something. */
function constraintsAre(said: Json | undefined): Expectation {
  if (said === undefined || isDeepStrictEqual(said, {})) return null;
  const isSame = (stored: Json) => isDeepStrictEqual(constraintsData(stored as unknown as PlanConstraints), said);
  return jsonRule(JSON.stringify(said), (stored) => isObject(stored) && isSame(stored));
}

function isObject(value: Json): boolean {
  const lists = value !== null && typeof value === 'object' ? (value as { [key: string]: Json }) : {};
  return Array.isArray(lists.doNotSell) && Array.isArray(lists.doNotBuy);
}

function scheduled(projection: Projection, fields: EventFields, { atMs }: LoggedEvent): void {
  const seq = projection.countId('cf');
  projection.tables.cash_flows.insert([fields.id('cash_flow_id')], {
    ...{ seq, portfolio_id: fields.text('portfolio_id'), kind: fields.text('kind') },
    ...{ amount_minor: fields.minor('amount'), created_ms: atMs, ended_ms: null, occurrences: 0, refused: 0 },
    // A flow of this instant, and of no other, is told by its booking alone.
    first_ms: fields.has('at') ? fields.instantMs('at') : atMs,
    every: fields.has('at') ? fields.text('every') : null,
    until_ms: fields.has('at') ? fields.instantMs('until') : undefined,
  });
}

const occurred =
  (refused: 0 | 1): Fold =>
  (projection, fields, event) => {
    const { cash_flows: flows } = projection.tables;
    const id = fields.id('cash_flow_id');
    if (flows.find(id) === null) scheduled(projection, fields, event);
    const before = flows.find(id)?.columns;
    flows.change([id], {
      occurrences: Number(before?.occurrences) + 1,
      refused: Number(before?.refused) + refused,
    });
  };

const ended: Fold = ({ tables }, fields, { atMs }) => {
  tables.cash_flows.change([fields.id('cash_flow_id')], { ended_ms: atMs, next_ms: null, timer_seq: null });
};

const accrued: Fold = (projection, fields, { atMs }) => {
  const seq = projection.countId('dv');
  const action = fields.text('corporate_action_id') ?? null;
  projection.tables.dividends.insert([fields.id('dividend_id')], {
    ...{ seq, portfolio_id: fields.text('portfolio_id'), isin: fields.text('isin'), ex_ms: atMs },
    ...{ corporate_action_id: action, distribution_id: action ?? undefined },
    ...{ quantity_micro: fields.micro('quantity'), amount_micro: fields.micro('amount') },
    ...{ currency: fields.text('currency'), gross_minor: fields.minor('gross'), pay_ms: fields.instantMs('pay_at') },
    ...{ status: 'accrued', paid_gross_minor: null, tax_minor: null, ended_ms: null },
  });
};

const paid: Fold = ({ tables }, fields, { atMs }) => {
  tables.dividends.change([fields.id('dividend_id')], {
    ...{ status: 'paid', ended_ms: atMs, withholding_ppm: fields.micro('withholding_rate') },
    ...{ paid_gross_minor: fields.minor('gross'), tax_minor: fields.minor('withholding_tax') },
  });
};

const lost: Fold = ({ tables }, fields, { atMs }) => {
  tables.dividends.change([fields.id('dividend_id')], { status: 'ended', ended_ms: atMs });
};

const all =
  (...folds: readonly Fold[]): Fold =>
  (projection, fields, event) => {
    for (const fold of folds) fold(projection, fields, event);
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
  'cash_flow.booked': all(occurred(0), touched),
  'cash_flow.refused': occurred(1),
  'cash_flow.ended': ended,
  'dividend.accrued': accrued,
  'dividend.paid': all(paid, touched),
  'dividend.ended': lost,
};

/** What follows from the ledger at its end: cash, names, positions and targets. */
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
