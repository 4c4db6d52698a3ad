/** A cash flow as the wire shows it. */
import type { CashFlowWire } from '../../../contract/control/portfolios/cash-flows.ts';
import { fromMinor } from '../../../domain/numbers/exact.ts';
import { formatInstant } from '../../../domain/numbers/instant.ts';
import type { CashFlowRecord } from '../../../engine/cash-flows/cash-flow.ts';

export function viewCashFlow(flow: CashFlowRecord, currency: string): CashFlowWire {
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
