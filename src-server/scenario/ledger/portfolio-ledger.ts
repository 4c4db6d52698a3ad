/**
 * Portfolios, rebalances and orders as an event log describes them: cash, holdings and targets after any of its events.
 * Only the log is read, so golden logs, runs and databases are compared by the same measure. Unknown events are
 * ignored, because validating a log is not its task.
 */
import { type CostParts, cashDeltaMinor, costParts } from '../../domain/costs/cost-parts.ts';
import { FORM_A_INITIAL_CASH_MINOR } from '../../engine/commands/portfolios/create-portfolio-a.ts';
import type { LoggedEvent } from '../../kernel/event-chain.ts';
import {
  cashFlowBooked,
  cashSet,
  corporateActionApplied,
  dividendAccrued,
  dividendPaid,
  type HoldingRows,
  orderFilled,
  portfolioCreated,
  portfolioRenamed,
  positionsSet,
  rebalanceRequested,
  rebalanceStatusData,
  targetsSet,
  tradeSettled,
} from '../compare/logged-event-data.ts';

export interface LedgerFill {
  readonly fillId: string;
  readonly orderId: string;
  readonly rebalanceId: string;
  readonly portfolioId: string;
  readonly side: 'buy' | 'sell';
  readonly isin: string;
  readonly mic: string;
  readonly quantityMicro: number;
  readonly priceMicro: number;
  readonly valueMinor: number;
  readonly costs: CostParts;
  readonly seq: number;
  readonly atMs: number;
}

export interface LedgerPortfolio {
  readonly portfolioId: string;
  label: string;
  readonly currency: string;
  cashMinor: number;
  /** What of the cash is still to come (positive) or to be paid; 0 where trades settle at once. */
  unsettledMinor: number;
  /** Millionths by `ISIN MIC`. */
  readonly positions: Map<string, number>;
  /** By the same names: what splits have left beyond whole millionths, a fraction of one such as `2/3`. */
  readonly rests: Map<string, string>;
  targets: readonly { readonly isin: string; readonly weight: number }[];
  /** Dividends that have accrued and are not paid yet, by their ids; minor units of their own currency. */
  readonly receivables: Map<string, { readonly grossMinor: number; readonly currency: string }>;
}

export interface PortfolioLedger {
  readonly portfolios: Map<string, LedgerPortfolio>;
  /** The latest status of each, without dry runs. */
  readonly rebalances: Map<string, string>;
  readonly fills: LedgerFill[];
  /** Whether its trades settle days later (decision O4). */
  isSettlementSimulated: boolean;
}

export function emptyLedger(): PortfolioLedger {
  return { portfolios: new Map(), rebalances: new Map(), fills: [], isSettlementSimulated: false };
}

export function ledgerOf(events: Iterable<LoggedEvent>): PortfolioLedger {
  const ledger = emptyLedger();
  for (const event of events) applyToLedger(ledger, event);
  return ledger;
}

/** Applies one event; events come in the order of the log. */
export function applyToLedger(ledger: PortfolioLedger, event: LoggedEvent): void {
  BOOKINGS[event.type]?.(ledger, event);
}

type Booking = (ledger: PortfolioLedger, event: LoggedEvent) => void;

function bookPortfolio({ portfolios }: PortfolioLedger, { data }: LoggedEvent): void {
  const created = portfolioCreated.safeParse(data).data;
  if (created === undefined) return;
  const { portfolio_id: portfolioId, currency, cash, holdings, targets, name, external_id: externalId } = created;
  const portfolio: LedgerPortfolio = {
    portfolioId,
    label: name ?? externalId ?? portfolioId,
    currency,
    cashMinor: cash === undefined ? FORM_A_INITIAL_CASH_MINOR : minorOf(cash),
    unsettledMinor: 0,
    positions: new Map(),
    rests: new Map(),
    targets,
    receivables: new Map(),
  };
  replacePositions(portfolio, holdings);
  portfolios.set(portfolioId, portfolio);
}

function bookName({ portfolios }: PortfolioLedger, { data }: LoggedEvent): void {
  const renamed = portfolioRenamed.safeParse(data).data;
  const portfolio = portfolios.get(renamed?.portfolio_id ?? '');
  if (renamed && portfolio) portfolio.label = renamed.name ?? renamed.external_id ?? portfolio.label;
}

function bookStatedTargets({ portfolios }: PortfolioLedger, { data }: LoggedEvent): void {
  const set = targetsSet.safeParse(data).data;
  const portfolio = portfolios.get(set?.portfolio_id ?? '');
  if (set && portfolio) portfolio.targets = set.targets;
}

function bookTargets({ portfolios }: PortfolioLedger, { data }: LoggedEvent): void {
  const requested = rebalanceRequested.safeParse(data).data;
  const portfolio = portfolios.get(requested?.portfolio_id ?? '');
  if (requested === undefined || portfolio === undefined) return;
  portfolio.targets = Object.entries(requested.target_weights).map(([isin, weight]) => ({ isin, weight }));
}

function bookStatus({ rebalances }: PortfolioLedger, { data }: LoggedEvent): void {
  const reported = rebalanceStatusData.safeParse(data).data;
  if (reported !== undefined) rebalances.set(reported.rebalance_id, reported.status);
}

function bookFill(
  { portfolios, fills, isSettlementSimulated }: PortfolioLedger,
  { seq, atMs, data }: LoggedEvent,
): void {
  const filled = orderFilled.safeParse(data).data;
  if (filled === undefined) return;
  const { portfolio_id: portfolioId, rebalance_id: rebalanceId, order, fill } = filled;
  const { side, isin } = order;
  const { fill_id: fillId, order_id: orderId, exchange: mic } = fill;
  const quantityMicro = microOf(fill.quantity);
  const valueMinor = minorOf(fill.value);
  const { commission, spread, impact, fx, transaction_tax: tax } = fill.costs;
  const costs = costParts(minorOf(commission), minorOf(spread), minorOf(impact), minorOf(fx), minorOf(tax));
  const named = { fillId, orderId, rebalanceId, portfolioId, side, isin, mic, seq, atMs };
  fills.push({ ...named, quantityMicro, priceMicro: microOf(fill.price), valueMinor, costs });
  const portfolio = portfolios.get(portfolioId);
  if (portfolio === undefined) return;
  const deltaMinor = cashDeltaMinor(side, valueMinor, costs);
  portfolio.cashMinor += deltaMinor;
  if (isSettlementSimulated) portfolio.unsettledMinor += deltaMinor;
  const place = `${isin} ${mic}`;
  const heldMicro = (portfolio.positions.get(place) ?? 0) + (side === 'buy' ? quantityMicro : -quantityMicro);
  if (heldMicro !== 0) portfolio.positions.set(place, heldMicro);
  else removePosition(portfolio, place);
}

function bookCash({ portfolios }: PortfolioLedger, { data }: LoggedEvent): void {
  const set = cashSet.safeParse(data).data;
  const portfolio = portfolios.get(set?.portfolio_id ?? '');
  if (set && portfolio) portfolio.cashMinor = minorOf(set.amount);
}

function bookCashFlow({ portfolios }: PortfolioLedger, { data }: LoggedEvent): void {
  const booked = cashFlowBooked.safeParse(data).data;
  const portfolio = portfolios.get(booked?.portfolio_id ?? '');
  if (booked && portfolio) portfolio.cashMinor = minorOf(booked.cash);
}

function bookCorporateAction({ portfolios }: PortfolioLedger, { data }: LoggedEvent): void {
  const applied = corporateActionApplied.safeParse(data).data;
  const portfolio = portfolios.get(applied?.portfolio_id ?? '');
  if (applied === undefined || portfolio === undefined) return;
  const { isin, new_isin: newIsin, positions, cash } = applied;
  portfolio.cashMinor = minorOf(cash);
  for (const place of [...portfolio.positions.keys()]) {
    if (place.startsWith(`${isin} `)) removePosition(portfolio, place);
  }
  for (const row of positions) {
    const place = `${row.isin} ${row.exchange}`;
    portfolio.positions.set(place, microOf(row.quantity));
    if (row.rest !== undefined) portfolio.rests.set(place, row.rest);
  }
  if (newIsin === null) return;
  portfolio.targets = portfolio.targets.map((target) => (target.isin === isin ? { ...target, isin: newIsin } : target));
}

function bookAccrued({ portfolios }: PortfolioLedger, { data }: LoggedEvent): void {
  const accrued = dividendAccrued.safeParse(data).data;
  if (accrued === undefined) return;
  const { portfolio_id: portfolioId, dividend_id: dividendId, gross, currency } = accrued;
  portfolios.get(portfolioId)?.receivables.set(dividendId, { grossMinor: minorOf(gross), currency });
}

function bookDividend({ portfolios }: PortfolioLedger, { data }: LoggedEvent): void {
  const paid = dividendPaid.safeParse(data).data;
  const portfolio = portfolios.get(paid?.portfolio_id ?? '');
  if (paid === undefined || portfolio === undefined) return;
  portfolio.cashMinor = minorOf(paid.cash);
  portfolio.receivables.delete(paid.dividend_id);
}

function bookSettled({ portfolios }: PortfolioLedger, { data }: LoggedEvent): void {
  const settled = tradeSettled.safeParse(data).data;
  const portfolio = portfolios.get(settled?.portfolio_id ?? '');
  if (settled && portfolio) portfolio.unsettledMinor -= minorOf(settled.cash);
}

function bookPositions({ portfolios }: PortfolioLedger, { data }: LoggedEvent): void {
  const set = positionsSet.safeParse(data).data;
  const portfolio = portfolios.get(set?.portfolio_id ?? '');
  if (set && portfolio) replacePositions(portfolio, set.positions);
}

function removePosition({ positions, rests }: LedgerPortfolio, place: string): void {
  positions.delete(place);
  rests.delete(place);
}

function replacePositions({ positions, rests }: LedgerPortfolio, rows: HoldingRows): void {
  positions.clear();
  rests.clear();
  for (const { isin, exchange, quantity } of rows) {
    if (quantity !== 0) positions.set(`${isin} ${exchange}`, microOf(quantity));
  }
}

function minorOf(amount: number): number {
  return Math.round(amount * 100);
}

function microOf(amount: number): number {
  return Math.round(amount * 1e6);
}

const BOOKINGS: Readonly<Record<string, Booking>> = {
  'world.created': (ledger, { data }) => {
    ledger.isSettlementSimulated = data.settlement === 'simulated';
  },
  'portfolio.created': bookPortfolio,
  'portfolio.renamed': bookName,
  'portfolio.cash_set': bookCash,
  'cash_flow.booked': bookCashFlow,
  'corporate_action.applied': bookCorporateAction,
  'dividend.accrued': bookAccrued,
  'dividend.paid': bookDividend,
  'portfolio.positions_set': bookPositions,
  'portfolio.targets_set': bookStatedTargets,
  'portfolio.deleted': ({ portfolios }, { data }) => portfolios.delete(String(data.portfolio_id)),
  'rebalance.requested': bookTargets,
  'rebalance.created': bookStatus,
  'rebalance.executing': bookStatus,
  'rebalance.partially_filled': bookStatus,
  'rebalance.complete': bookStatus,
  'rebalance.failed': bookStatus,
  'rebalance.cancelled': bookStatus,
  'order.filled': bookFill,
  'trade.settled': bookSettled,
};
