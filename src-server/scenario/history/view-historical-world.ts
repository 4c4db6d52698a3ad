/** The state of a world after an event of its log, in the shape of the contract, valued at the prices of that time. */
import type { HistoricalWorld } from '../../contract/control/world/history.ts';
import { orderIdOf, portfolioIdOf, rebalanceIdOf } from '../../domain/events/event-subject.ts';
import { knownEvent } from '../../domain/events/read-event.ts';
import { fromMicro, fromMinor } from '../../domain/numbers/exact.ts';
import { formatInstant } from '../../domain/numbers/instant.ts';
import { ratesAt } from '../../engine/planning/take-market-snapshot.ts';
import type { Rates } from '../../engine/records.ts';
import type { LoggedEvent } from '../../kernel/event-chain.ts';
import type { LedgerPortfolio } from '../ledger/portfolio-ledger.ts';
import { type LedgerValuation, standingAt } from '../ledger/portfolio-valuation.ts';
import type { StepResult } from '../run/play-outcome.ts';
import { causeIn } from './cause-in.ts';
import { viewPastEvent, viewWholeEvent } from './view-past-event.ts';
import type { WorldHistory } from './world-history.ts';
import type { HistoricalRebalance, WorldProjection } from './world-projection.ts';

const MAX_PORTFOLIOS = 100;
const MAX_REBALANCES = 10;
const MAX_ORDERS = 100;

/** `steps` are those of a run, or empty; `portfolio` chooses the portfolio whose holdings are shown. */
export async function viewHistoricalWorld(
  history: WorldHistory,
  after: number,
  { steps, portfolio }: { readonly steps: readonly StepResult[] | null; readonly portfolio: string | undefined },
): Promise<HistoricalWorld> {
  const { world, events } = history.source;
  const projection = await history.projectionAfter(after);
  const event = after === 0 ? null : (events.after(after - 1, 1)[0] ?? null);
  const atMs = event?.atMs ?? (await history.index()).instantsMs[0] ?? 0;
  const rates = ratesAt(world, atMs);
  const all = [...projection.logged.portfolios.values()];
  const shown = all.slice(0, MAX_PORTFOLIOS);
  const chosen = chosenOf(projection, event, portfolio) ?? all[0] ?? null;
  const step = event === null ? null : (steps?.findLast(({ eventsBefore }) => eventsBefore < event.seq) ?? null);
  return {
    after,
    at: formatInstant(atMs),
    event: event && viewWholeEvent(event),
    entry: event && viewPastEvent(event),
    cause: steps && causeIn(steps, event),
    step: step?.index ?? null,
    portfolios: shown.map((each) => viewPortfolio(each, standingAt(world, each, atMs, rates))),
    more_portfolios: all.length - shown.length,
    ...holdingsOf(history, chosen, atMs, rates),
    ...viewRebalances(projection),
    fills: projection.fills,
    webhooks: projection.webhooks.size,
    faults: [...projection.faults.values()].map(({ faultId, kind, exchange, isin }) => {
      return { fault_id: faultId, kind, exchange, isin };
    }),
    lines_down: [...projection.linesDown],
  };
}

/** The chosen portfolio, or else the one that the event concerns. */
function chosenOf({ logged, rebalances, rebalanceOf }: WorldProjection, event: LoggedEvent | null, wanted?: string) {
  const known = event && knownEvent(event);
  const orderId = known && orderIdOf(known);
  const rebalanceId = (known && rebalanceIdOf(known)) ?? rebalanceOf.get(orderId ?? '') ?? '';
  const about = (known && portfolioIdOf(known)) ?? rebalances.get(rebalanceId)?.portfolioId ?? '';
  return logged.portfolios.get(wanted ?? '') ?? logged.portfolios.get(about) ?? null;
}

function viewPortfolio(
  { portfolioId, label, currency, cashMinor, unsettledMinor }: LedgerPortfolio,
  { navMinor, receivableMinor, maxDriftBps }: LedgerValuation,
): HistoricalWorld['portfolios'][number] {
  const settled = fromMinor(cashMinor - unsettledMinor);
  const worth = {
    cash: fromMinor(cashMinor),
    settled_cash: settled,
    nav: fromMinor(navMinor),
    receivable: fromMinor(receivableMinor),
    max_drift_bps: maxDriftBps,
  };
  return { portfolio_id: portfolioId, label, currency, ...worth };
}

function holdingsOf(
  { source }: WorldHistory,
  portfolio: LedgerPortfolio | null,
  atMs: number,
  rates: Rates,
): Pick<HistoricalWorld, 'holdings_of' | 'holdings'> {
  if (portfolio === null) return { holdings_of: null, holdings: [] };
  const { navMinor, receivableMinor, holdings } = standingAt(source.world, portfolio, atMs, rates);
  const tradableMinor = navMinor - receivableMinor;
  const targets = new Map(portfolio.targets.map(({ isin, weight }) => [isin, weight]));
  const held = new Set(holdings.map(({ isin }) => isin));
  const missing = portfolio.targets.filter(({ isin }) => !held.has(isin));
  return {
    holdings_of: portfolio.portfolioId,
    holdings: [
      ...holdings.map(({ isin, mic, quantityMicro, valueMinor }) => ({
        isin,
        exchange: mic,
        quantity: fromMicro(quantityMicro),
        value: fromMinor(valueMinor),
        weight: tradableMinor > 0 ? valueMinor / tradableMinor : 0,
        target: targets.get(isin) ?? null,
      })),
      ...missing.map(({ isin, weight }) => ({
        isin,
        exchange: null,
        quantity: 0,
        value: 0,
        weight: 0,
        target: weight,
      })),
    ],
  };
}

function viewRebalances({ logged, rebalances }: WorldProjection): Pick<HistoricalWorld, 'statuses' | 'rebalances'> {
  const statuses: Record<string, number> = {};
  for (const status of logged.rebalances.values()) statuses[status] = (statuses[status] ?? 0) + 1;
  const latest = [...rebalances.values()].slice(-MAX_REBALANCES).reverse();
  return { statuses, rebalances: latest.map(viewRebalance) };
}

function viewRebalance({
  rebalanceId,
  portfolioId,
  status,
  orders,
}: HistoricalRebalance): HistoricalWorld['rebalances'][number] {
  return {
    rebalance_id: rebalanceId,
    portfolio_id: portfolioId,
    status,
    orders: orders
      .slice(0, MAX_ORDERS)
      .map(({ orderId, side, isin, exchange, quantity, sent, filled, status: standing }) => {
        return { order_id: orderId, side, isin, exchange, quantity, sent, filled, status: standing };
      }),
    more_orders: Math.max(0, orders.length - MAX_ORDERS),
  };
}
