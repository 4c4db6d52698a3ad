/**
 * Portfolios, rebalances and orders as an event log describes them: cash, holdings and targets after any of its events.
 * Only the log is read, so golden logs, runs and databases are compared by the same rules. Its events are known ones;
 * invalid entries are reported when a log is read.
 */
import { type CostParts, cashDeltaMinor, costParts } from '../../domain/costs/cost-parts.ts';
import type { EventOf, KnownEvent } from '../../domain/events/event-catalogue.ts';
import { type EventTable, handleEvent } from '../../domain/events/handle-event.ts';
import { knownEvent } from '../../domain/events/read-event.ts';
import { FORM_A_INITIAL_CASH_MINOR } from '../../engine/commands/portfolios/create-portfolio-a.ts';
import type { LoggedEvent } from '../../kernel/event-chain.ts';

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
  /** The part of the cash that is still to be received (positive) or paid; 0 if trades settle at once. */
  unsettledMinor: number;
  /** Millionths by `ISIN MIC`. */
  readonly positions: Map<string, number>;
  /** By the same names: the remainder of splits beyond whole millionths, a fraction of one such as `2/3`. */
  readonly rests: Map<string, string>;
  targets: readonly { readonly isin: string; readonly weight: number }[];
  /** Dividends that have accrued and are not paid yet, by their ids; minor units of their own currency. */
  readonly receivables: Map<string, { readonly grossMinor: number; readonly currency: string }>;
}

export interface PortfolioLedger {
  readonly portfolios: Map<string, LedgerPortfolio>;
  /** Latest status of each, without dry runs. */
  readonly rebalances: Map<string, string>;
  readonly fills: LedgerFill[];
  /** Whether its trades settle days later (decision O4). */
  isSettlementSimulated: boolean;
}

export function emptyLedger(): PortfolioLedger {
  return { portfolios: new Map(), rebalances: new Map(), fills: [], isSettlementSimulated: false };
}

/** Throws `BrokenEvent` for an entry that does not match the catalogue. */
export function ledgerOf(events: Iterable<LoggedEvent>): PortfolioLedger {
  const ledger = emptyLedger();
  for (const event of events) applyToLedger(ledger, knownEvent(event));
  return ledger;
}

/** Applies one event; events come in the order of the log. */
export function applyToLedger(ledger: PortfolioLedger, event: KnownEvent): void {
  handleEvent(BOOKINGS, event, ledger, event);
}

function recordPortfolio(data: EventOf<'portfolio.created'>, { portfolios }: PortfolioLedger): void {
  const { portfolio_id: portfolioId, currency } = data;
  const isFormA = data.form === 'A';
  const portfolio: LedgerPortfolio = {
    portfolioId,
    label: isFormA ? data.name : data.external_id,
    currency,
    cashMinor: isFormA ? FORM_A_INITIAL_CASH_MINOR : minorOf(data.cash),
    unsettledMinor: 0,
    positions: new Map(),
    rests: new Map(),
    targets: isFormA ? [] : data.targets,
    receivables: new Map(),
  };
  replacePositions(portfolio, isFormA ? [] : data.holdings);
  portfolios.set(portfolioId, portfolio);
}

function recordTargets(data: EventOf<'rebalance.requested'>, { portfolios }: PortfolioLedger): void {
  const portfolio = portfolios.get(data.portfolio_id);
  if (portfolio === undefined) return;
  portfolio.targets = Object.entries(data.target_weights).map(([isin, weight]) => ({ isin, weight }));
}

function recordStatus(
  { rebalance_id: rebalanceId, status }: { readonly rebalance_id: string; readonly status: string },
  { rebalances }: PortfolioLedger,
): void {
  rebalances.set(rebalanceId, status);
}

function setCash(portfolio: LedgerPortfolio | undefined, cash: number): void {
  if (portfolio !== undefined) portfolio.cashMinor = minorOf(cash);
}

function recordFill(
  { portfolio_id: portfolioId, rebalance_id: rebalanceId, order, fill }: EventOf<'order.filled'>,
  { portfolios, fills, isSettlementSimulated }: PortfolioLedger,
  { seq, atMs }: EntryPlace,
): void {
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

function recordCorporateAction(data: EventOf<'corporate_action.applied'>, { portfolios }: PortfolioLedger): void {
  const portfolio = portfolios.get(data.portfolio_id);
  if (portfolio === undefined) return;
  const { isin, new_isin: newIsin, positions, cash } = data;
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

function recordDividend(data: EventOf<'dividend.paid'>, { portfolios }: PortfolioLedger): void {
  const portfolio = portfolios.get(data.portfolio_id);
  if (portfolio === undefined) return;
  portfolio.cashMinor = minorOf(data.cash);
  portfolio.receivables.delete(data.dividend_id);
}

function removePosition({ positions, rests }: LedgerPortfolio, place: string): void {
  positions.delete(place);
  rests.delete(place);
}

function replacePositions({ positions, rests }: LedgerPortfolio, rows: Holdings): void {
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

/** Place of an entry in the log. */
type EntryPlace = Pick<KnownEvent, 'seq' | 'atMs'>;
type Holdings = EventOf<'portfolio.positions_set'>['positions'];

const BOOKINGS: EventTable<readonly [PortfolioLedger, EntryPlace], void> = {
  'world.created': ({ settlement }, ledger) => {
    ledger.isSettlementSimulated = settlement === 'simulated';
  },
  'portfolio.created': recordPortfolio,
  'portfolio.renamed': (data, { portfolios }) => {
    const portfolio = portfolios.get(data.portfolio_id);
    if (portfolio !== undefined) portfolio.label = data.name ?? data.external_id ?? portfolio.label;
  },
  'portfolio.cash_set': (data, { portfolios }) => setCash(portfolios.get(data.portfolio_id), data.amount),
  'cash_flow.booked': (data, { portfolios }) => setCash(portfolios.get(data.portfolio_id), data.cash),
  'corporate_action.applied': recordCorporateAction,
  'dividend.accrued': ({ portfolio_id: portfolioId, dividend_id: dividendId, gross, currency }, { portfolios }) => {
    portfolios.get(portfolioId)?.receivables.set(dividendId, { grossMinor: minorOf(gross), currency });
  },
  'dividend.paid': recordDividend,
  'portfolio.positions_set': (data, { portfolios }) => {
    const portfolio = portfolios.get(data.portfolio_id);
    if (portfolio !== undefined) replacePositions(portfolio, data.positions);
  },
  'portfolio.targets_set': (data, { portfolios }) => {
    const portfolio = portfolios.get(data.portfolio_id);
    if (portfolio !== undefined) portfolio.targets = data.targets;
  },
  'portfolio.deleted': (data, { portfolios }) => void portfolios.delete(data.portfolio_id),
  'rebalance.requested': recordTargets,
  'rebalance.created': recordStatus,
  'rebalance.executing': recordStatus,
  'rebalance.partially_filled': recordStatus,
  'rebalance.complete': recordStatus,
  'rebalance.failed': recordStatus,
  'rebalance.cancelled': recordStatus,
  'order.filled': recordFill,
  'trade.settled': (data, { portfolios }) => {
    const portfolio = portfolios.get(data.portfolio_id);
    if (portfolio !== undefined) portfolio.unsettledMinor -= minorOf(data.cash);
  },
};
