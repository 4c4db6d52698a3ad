/** `/sim/portfolios/{id}/cash-flows`: money that is paid into a portfolio and taken out of it (decision O1). */
import type { CashFlowWire } from '../../../contract/control/portfolios/cash-flows.ts';
import type { portfolioOperations } from '../../../contract/control/portfolios/portfolio-operations.ts';
import { invariant } from '../../../domain/invariant.ts';
import { fromMinor, toMinor } from '../../../domain/numbers/exact.ts';
import { formatInstant, parseInstant } from '../../../domain/numbers/instant.ts';
import type { CashFlowRecord } from '../../../engine/cash-flows/cash-flow.ts';
import { createCashFlow, endCashFlow } from '../../../engine/commands/portfolios/manage-cash-flows.ts';
import { findAnyPortfolio } from '../../../engine/find-owned.ts';
import { accepted, mapOutcome } from '../../../engine/outcome.ts';
import type { World } from '../../../engine/world.ts';
import { goneCursor, pageFrom } from '../../http/page-of.ts';
import type { HandlersFor } from '../../services.ts';

type CashFlowRows = Pick<typeof portfolioOperations, 'createCashFlow' | 'listCashFlows' | 'endCashFlow'>;

export const cashFlowHandlers: HandlersFor<CashFlowRows, 'world'> = {
  createCashFlow({ world, params, body: { kind, amount, at, every = null, until } }) {
    const amountMinor = toMinor(amount);
    invariant(amountMinor !== null, 'an amount with more than two decimals passed validation');
    const times = { firstMs: instantMs(at), untilMs: instantMs(until) };
    const created = createCashFlow(world, params.id, { kind, amountMinor, every, ...times });
    return mapOutcome(created, (flow) => viewOf(world, flow));
  },

  listCashFlows({ world, params, query: { limit, cursor = null } }) {
    const found = findAnyPortfolio(world, params.id);
    if (!found.ok) return found;
    const { portfolioId, currency } = found.value;
    if (cursor !== null && world.cashFlows.find(cursor)?.portfolioId !== portfolioId) return goneCursor();
    const flows = world.cashFlows.page(portfolioId, cursor, limit + 1);
    const { rows, next } = pageFrom(flows, limit, ({ cashFlowId }) => cashFlowId);
    return accepted({ cash_flows: rows.map((flow) => viewCashFlow(flow, currency)), next });
  },

  endCashFlow: ({ world, params }) =>
    mapOutcome(endCashFlow(world, params.id, params.cash_flow_id), (flow) => viewOf(world, flow)),
};

function viewOf(world: World, flow: CashFlowRecord) {
  const portfolio = findAnyPortfolio(world, flow.portfolioId);
  invariant(portfolio.ok, 'a cash flow outlived its portfolio');
  return viewCashFlow(flow, portfolio.value.currency);
}

/** Parses an instant that passed validation; `null` if there is none. */
function instantMs(text: string | undefined): number | null {
  return text === undefined ? null : parseInstant(text);
}

/** Returns a cash flow in the terms of the API. */
function viewCashFlow(flow: CashFlowRecord, currency: string): CashFlowWire {
  const { occurrences, refused, nextMs, untilMs, endedMs } = flow;
  return {
    cash_flow_id: flow.cashFlowId,
    portfolio_id: flow.portfolioId,
    kind: flow.kind,
    amount: fromMinor(flow.amountMinor),
    currency,
    at: formatInstant(flow.firstMs),
    every: flow.every,
    until: untilMs === null ? null : formatInstant(untilMs),
    status: endedMs === null ? (nextMs === null ? 'complete' : 'scheduled') : 'ended',
    next_at: nextMs === null ? null : formatInstant(nextMs),
    booked: occurrences - refused,
    refused,
    created_at: formatInstant(flow.createdMs),
  };
}
