/** `/sim/portfolios/{id}/history` and `/sim/portfolio-drift`: value and drift in the past (decisions L65, L66). */
import {
  type DriftLines,
  type HISTORY_SPANS,
  MAX_DRIFT_LINES,
  type PortfolioHistory,
} from '../../../contract/control/portfolios/portfolio-history.ts';
import type { portfolioHistoryOperations } from '../../../contract/control/portfolios/portfolio-history-operations.ts';
import { fromMinor } from '../../../domain/numbers/exact.ts';
import { formatInstant } from '../../../domain/numbers/instant.ts';
import { DEFAULT_BAND } from '../../../engine/drift-monitor/drift-band.ts';
import { accepted, type Outcome, refused } from '../../../engine/outcome.ts';
import type { BookedEntry } from '../../../engine/ports/history-port.ts';
import type { PortfolioRecord } from '../../../engine/records.ts';
import type { World } from '../../../engine/world.ts';
import { mayBeFlow, openingLength } from '../../../scenario/ledger/earnings.ts';
import { performanceSteps } from '../../../scenario/ledger/performance-steps.ts';
import {
  catchUpLog,
  collectPortfolioHistory,
  gridInstants,
  type HistoryContext,
  type HistoryPoint,
  sharedPrices,
  steppedInstants,
} from '../../../scenario/ledger/portfolio-history.ts';
import type { Client } from '../../http/handler.ts';
import { breatheFor } from '../../http/waited-for.ts';
import type { HandlersFor, Services } from '../../services.ts';

type HistoryRows = Pick<typeof portfolioHistoryOperations, 'getPortfolioHistory' | 'listDriftLines'>;
type HistoryServices = Pick<Services, 'world' | 'portfolioLog' | 'after'>;
type Span = (typeof HISTORY_SPANS)[number];

const DAY_MS = 86_400_000;
const SPAN_MS: Readonly<Record<Span, number>> = {
  '1d': DAY_MS,
  '1w': 7 * DAY_MS,
  '1m': 30 * DAY_MS,
  '3m': 90 * DAY_MS,
  all: Number.POSITIVE_INFINITY,
};
/** The period that the requested number of points covers, in ms. */
const DEFAULT_MS: Readonly<Record<Span, number>> = { ...SPAN_MS, all: DAY_MS };

export const portfolioHistoryHandlers: HandlersFor<HistoryRows, keyof HistoryServices> = {
  getPortfolioHistory: ({ params, query: { span, points }, nowMs, client, ...services }) =>
    viewHistory(contextOf(services, client), params.id, { span, points, toMs: nowMs }),

  async listDriftLines({ query: { portfolio_id: ids, span, points }, nowMs, client, ...services }) {
    const context = contextOf(services, client);
    return accepted(await viewDriftLines(context, ids?.split(','), { span, points, toMs: nowMs }));
  },
};

interface HistoryRange {
  readonly span: Span;
  readonly points: number;
  readonly toMs: number;
}

async function viewHistory(
  context: HistoryContext,
  id: string,
  { span, points: count, toMs }: HistoryRange,
): Promise<Outcome<PortfolioHistory>> {
  const { world, log } = context;
  const portfolio = world.portfolios.find(id);
  if (portfolio === null || portfolio.deletedMs !== null) {
    return refused('not_found', `There is no portfolio ${id}.`);
  }
  const { currency, createdMs } = portfolio;
  const fromMs = Math.max(createdMs, toMs - SPAN_MS[span]);
  await catchUpLog(context);
  const entries = log.entriesOf(id);
  const executed = log.executed(id).filter(({ executedMs }) => executedMs >= fromMs && executedMs <= toMs);
  const grid = gridInstants({ fromMs, toMs, originMs: createdMs }, DEFAULT_MS[span], count);
  const points = await collectPortfolioHistory(context, { portfolioId: id, entries }, steppedInstants(grid, entries));
  return accepted({
    portfolio_id: id,
    currency,
    span,
    from: formatInstant(fromMs),
    to: formatInstant(toMs),
    band: { type: DEFAULT_BAND.bandType, threshold: DEFAULT_BAND.threshold },
    points: points.map(viewPoint),
    flows: await viewFlows(context, { portfolioId: id, entries }, { fromMs, toMs }),
    rebalances: executed.map(({ rebalanceId, status, executedMs, completedMs }) => ({
      rebalance_id: rebalanceId,
      status,
      executed_at: formatInstant(executedMs),
      completed_at: completedMs === null ? null : formatInstant(completedMs),
    })),
  });
}

/** Returns the external flows within a span, by the amounts that they added to the value (decision O9). */
async function viewFlows(
  context: HistoryContext,
  past: { readonly portfolioId: string; readonly entries: readonly BookedEntry[] },
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Promise<PortfolioHistory['flows']> {
  // The whole history is read again only if it may contain a flow.
  const opening = openingLength(past.entries);
  const isWithin = (atMs: number, index: number) => atMs > fromMs || (atMs === fromMs && index >= opening);
  if (!past.entries.some(({ atMs, type }, index) => isWithin(atMs, index) && mayBeFlow(type))) return [];
  const { steps } = await performanceSteps(context, past, [fromMs, toMs]);
  return steps.flatMap(({ atMs, flow }) =>
    flow === null ? [] : [{ at: formatInstant(atMs), kind: flow.kind, amount: fromMinor(flow.amountMinor) }],
  );
}

function viewPoint({ atMs, navMinor, receivableMinor, drift }: HistoryPoint): PortfolioHistory['points'][number] {
  return {
    at: formatInstant(atMs),
    nav: fromMinor(navMinor),
    receivable: fromMinor(receivableMinor),
    max_drift: drift?.maxDrift ?? null,
    portfolio_drift: drift?.portfolioDrift ?? null,
  };
}

/** All lines have their points at the same instants, so that they can be compared and share prices. */
async function viewDriftLines(
  context: HistoryContext,
  ids: readonly string[] | undefined,
  { span, points: count, toMs }: HistoryRange,
): Promise<DriftLines> {
  const { world, log } = context;
  const chosen = portfoliosOf(world, ids);
  const oldestMs = chosen.reduce((least, { createdMs }) => Math.min(least, createdMs), toMs);
  const fromMs = Math.max(oldestMs, toMs - SPAN_MS[span]);
  const instants = gridInstants({ fromMs, toMs, originMs: oldestMs }, DEFAULT_MS[span], count);
  await catchUpLog(context);
  const prices = sharedPrices(world);
  const portfolios: DriftLines['portfolios'] = [];
  for (const { portfolioId } of chosen) {
    const entries = log.entriesOf(portfolioId);
    const points = await collectPortfolioHistory(context, { portfolioId, entries }, instants, prices);
    const before = Array.from({ length: instants.length - points.length }, () => null);
    const drifts = points.map(({ drift }) => drift?.maxDrift ?? null);
    portfolios.push({ portfolio_id: portfolioId, max_drift: [...before, ...drifts] });
    await context.breathe();
  }
  return { span, from: formatInstant(fromMs), to: formatInstant(toMs), at: instants.map(formatInstant), portfolios };
}

function portfoliosOf(world: World, ids: readonly string[] | undefined): PortfolioRecord[] {
  if (ids === undefined) return world.portfolios.list().slice(0, MAX_DRIFT_LINES);
  const found = ids.map((id) => world.portfolios.find(id));
  return found.filter((portfolio) => portfolio !== null && portfolio.deletedMs === null) as PortfolioRecord[];
}

function contextOf(
  { world, portfolioLog: log, after }: HistoryServices,
  client: Pick<Client, 'hasLeft'>,
): HistoryContext {
  return { world, log, breathe: breatheFor(client, { after }) };
}
