/** `/sim/portfolios/{id}/performance`: the returns of a portfolio, without its cash flows (decision O9). */
import type { portfolioHistoryOperations } from '../../../contract/control/portfolios/portfolio-history-operations.ts';
import { formatInstant, parseInstant } from '../../../domain/numbers/instant.ts';
import { findAnyPortfolio } from '../../../engine/find-owned.ts';
import { accepted, type Outcome, refusedFor, type ValidationIssue } from '../../../engine/outcome.ts';
import { performanceSteps } from '../../../scenario/ledger/performance-steps.ts';
import { catchUpLog } from '../../../scenario/ledger/portfolio-history.ts';
import { breatheFor } from '../../http/waited-for.ts';
import type { HandlersFor } from '../../services.ts';
import { viewPerformance } from '../../views/portfolios/view-performance.ts';

type PerformanceRows = Pick<typeof portfolioHistoryOperations, 'getPerformance'>;

const DAY_MS = 86_400_000;
/** A little more than ten years: each of its days is valued. */
const MAX_DAYS = 3_660;

export const performanceHandlers: HandlersFor<PerformanceRows, 'world' | 'portfolioLog' | 'after'> = {
  async getPerformance({ world, portfolioLog: log, after, params, query: { from, to, every }, nowMs, client }) {
    const portfolio = findAnyPortfolio(world, params.id);
    if (!portfolio.ok) return portfolio;
    const { portfolioId, currency, createdMs } = portfolio.value;
    const span = spanOf({ fromMs: instantMs(from), toMs: instantMs(to), createdMs, nowMs });
    if (!span.ok) return span;
    const { fromMs, toMs } = span.value;
    const context = { world, log, breathe: breatheFor(client, { after }) };
    await catchUpLog(context);
    const entries = log.entriesOf(portfolioId);
    const past = await performanceSteps(context, { portfolioId, entries }, midnightsBetween(span.value));
    return accepted({
      portfolio_id: portfolioId,
      currency,
      from: formatInstant(fromMs),
      to: formatInstant(toMs),
      ...viewPerformance(past, every),
    });
  },
};

interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

interface RequestedSpan {
  readonly fromMs: number | null;
  readonly toMs: number | null;
  readonly createdMs: number;
  readonly nowMs: number;
}

/** 400 for an end in the future, for one before the beginning, and for a span of more days than `MAX_DAYS`. */
function spanOf({ fromMs: requestedFromMs, toMs: requestedToMs, createdMs, nowMs }: RequestedSpan): Outcome<Span> {
  const toMs = requestedToMs ?? nowMs;
  const defaultMs = Math.max(createdMs, toMs - MAX_DAYS * DAY_MS);
  const fromMs = requestedFromMs === null ? defaultMs : Math.max(createdMs, requestedFromMs);
  const issues: ValidationIssue[] = [];
  if (toMs > nowMs) issues.push({ path: '/to', issue: `is after the current time, ${formatInstant(nowMs)}` });
  if (toMs < createdMs) issues.push({ path: '/to', issue: `is before its creation, ${formatInstant(createdMs)}` });
  else if (fromMs > toMs) issues.push({ path: '/from', issue: `is after the end, ${formatInstant(toMs)}` });
  else if (toMs - fromMs > MAX_DAYS * DAY_MS) {
    issues.push({ path: '/from', issue: `is more than ${MAX_DAYS} days before the end` });
  }
  return issues.length > 0 ? refusedFor('The query is invalid', issues) : accepted({ fromMs, toMs });
}

/** Returns the ends, and every midnight UTC between them. */
function midnightsBetween({ fromMs, toMs }: Span): number[] {
  const first = Math.floor(fromMs / DAY_MS) + 1;
  const count = Math.max(0, Math.ceil(toMs / DAY_MS) - first);
  const midnights = Array.from({ length: count }, (_, index) => (first + index) * DAY_MS);
  return [...new Set([fromMs, ...midnights, toMs])];
}

/** Parses an instant that passed validation; `null` if there is none. */
function instantMs(text: string | undefined): number | null {
  return text === undefined ? null : parseInstant(text);
}
