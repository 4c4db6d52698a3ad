/** `/sim/portfolios/{id}/performance`: what a portfolio gained, flows apart (decision O9). */
import type { Router } from 'express';
import { type PortfolioPerformance, performanceQuery } from '../../../contract/control/portfolios/performance.ts';
import { portfolioHistoryOperations } from '../../../contract/control/portfolios/portfolio-history-operations.ts';
import type { ErrorDetail } from '../../../contract/service/errors.ts';
import { formatInstant, parseInstant } from '../../../domain/numbers/instant.ts';
import { findAnyPortfolio } from '../../../engine/find-owned.ts';
import { performanceSteps } from '../../../scenario/ledger/performance-steps.ts';
import { catchUpLog } from '../../../scenario/ledger/portfolio-history.ts';
import { addOperation } from '../../http/add-operation.ts';
import { parseQuery } from '../../http/parse-query.ts';
import { acceptedOf, problemOfDetails } from '../../http/problem.ts';
import { sendJson } from '../../http/send-response.ts';
import { breatheFor } from '../../http/waited-for.ts';
import { viewPerformance } from '../../views/portfolios/view-performance.ts';
import type { PortfolioHistoryDependencies } from './portfolio-history-routes.ts';

const DAY_MS = 86_400_000;
/** Ten years and a little: every day of it is valued. */
const MOST_DAYS = 3_660;

export function addPerformanceRoutes(router: Router, service: PortfolioHistoryDependencies): void {
  const { world, driver, portfolioLog: log } = service;
  addOperation(router, portfolioHistoryOperations.getPerformance, async (request, response) => {
    const { from, to, every } = parseQuery(request, performanceQuery);
    const nowMs = driver.nowMs();
    const { portfolioId, currency, createdMs } = acceptedOf(findAnyPortfolio(world, request.params.id));
    const span = spanOf({ fromMs: instantMs(from), toMs: instantMs(to), createdMs, nowMs });
    const sight = { world, log, breathe: breatheFor(response, service) };
    await catchUpLog(sight);
    const entries = log.entriesOf(portfolioId);
    const past = await performanceSteps(sight, { portfolioId, entries }, midnightsBetween(span));
    const answer: PortfolioPerformance = {
      portfolio_id: portfolioId,
      currency,
      from: formatInstant(span.fromMs),
      to: formatInstant(span.toMs),
      ...viewPerformance(past, every),
    };
    sendJson(request, response, 200, answer);
  });
}

interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

interface AskedSpan {
  readonly fromMs: number | null;
  readonly toMs: number | null;
  readonly createdMs: number;
  readonly nowMs: number;
}

/** 400 for an end that lies ahead, for one before the beginning, and for a span of more days than are valued at once. */
function spanOf({ fromMs: askedMs, toMs: askedToMs, createdMs, nowMs }: AskedSpan): Span {
  const toMs = askedToMs ?? nowMs;
  const usualMs = Math.max(createdMs, toMs - MOST_DAYS * DAY_MS);
  const fromMs = askedMs === null ? usualMs : Math.max(createdMs, askedMs);
  const issues: ErrorDetail[] = [];
  if (toMs > nowMs) issues.push({ path: '/to', issue: `is after the current time, ${formatInstant(nowMs)}` });
  if (toMs < createdMs) issues.push({ path: '/to', issue: `is before its creation, ${formatInstant(createdMs)}` });
  else if (fromMs > toMs) issues.push({ path: '/from', issue: `is after the end, ${formatInstant(toMs)}` });
  else if (toMs - fromMs > MOST_DAYS * DAY_MS) {
    issues.push({ path: '/from', issue: `is more than ${MOST_DAYS} days before the end` });
  }
  if (issues.length > 0) throw problemOfDetails(issues, 'query');
  return { fromMs, toMs };
}

/** The ends, and every midnight UTC between them. */
function midnightsBetween({ fromMs, toMs }: Span): number[] {
  const first = Math.floor(fromMs / DAY_MS) + 1;
  const count = Math.max(0, Math.ceil(toMs / DAY_MS) - first);
  const midnights = Array.from({ length: count }, (_, index) => (first + index) * DAY_MS);
  return [...new Set([fromMs, ...midnights, toMs])];
}

/** Of an instant that passed validation; `null` where there is none. */
function instantMs(text: string | undefined): number | null {
  return text === undefined ? null : parseInstant(text);
}
