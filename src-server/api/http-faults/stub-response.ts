/**
 * The response of a stub to one request (decision R1): as set, or as a template with values of the request and the
 * world.
 */
import type { ServerResponse } from 'node:http';
import { type StubResponse, WITHOUT_BODY } from '../../contract/control/http-faults/fault-terms.ts';
import { formatInstant } from '../../domain/numbers/instant.ts';
import { valuePortfolioAt } from '../../engine/planning/value-portfolio.ts';
import { isFormA, type RebalanceRecord } from '../../engine/records.ts';
import { isSecretHeader } from '../../engine/redaction/credential-names.ts';
import type { World } from '../../engine/world.ts';
import { filledStub, type REQUEST_MEMBERS } from '../../scenario/run/stub-template.ts';
import { Problem } from '../http/problem.ts';
import { contextOf, type ServedRequest } from '../http/request-context.ts';
import { setGivenHeaders } from '../http/response-policy.ts';
import { viewPortfolio } from '../views/portfolios/view-portfolios.ts';
import { viewDrift } from '../views/service/view-drift.ts';
import { viewPortfolioB } from '../views/service/view-portfolio-b.ts';
import { viewRebalanceA } from '../views/service/view-rebalance-a.ts';
import { viewRebalanceB } from '../views/service/view-rebalance-b.ts';
import type { Hit } from './trigger-fault.ts';

/** Sets status and headers, and returns the body. 500 with the reason if a text refers to an unknown value. */
export function prepareStub(
  world: World,
  { fault, terms }: Hit,
  request: ServedRequest,
  response: ServerResponse,
): string {
  if (terms.kind !== 'api_stub') throw new TypeError(`${terms.kind} is not a stub`);
  const filled = filledStub(
    terms.answer,
    onceEach((name) => resolveName(world, request, name)),
  );
  const { requestId } = contextOf(request);
  response.setHeader('X-Request-Id', requestId);
  // Shows the reader of a response that it is not one of the service.
  response.setHeader('X-Ballast-Stub', fault.faultId);
  if (!filled.ok) {
    const message = `The response of the stub ${fault.faultId} cannot be built: ${filled.why}.`;
    const problem = new Problem('internal_error', message);
    return prepared(response, { status: problem.status, headers: {}, body: problem.body(requestId), template: false });
  }
  return prepared(response, filled.response);
}

type Prepared = Pick<StubResponse, 'status' | 'headers' | 'text' | 'template'> & { readonly body?: unknown };

function prepared(response: ServerResponse, { status, headers, body, text }: Prepared): string {
  response.statusCode = status;
  if (body !== undefined) response.setHeader('Content-Type', 'application/json; charset=utf-8');
  else if (text !== undefined) response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  else response.removeHeader('Content-Type');
  setGivenHeaders(response, headers);
  // A stub that an earlier version set may have a body.
  if (WITHOUT_BODY.has(status)) return '';
  return body === undefined ? (text ?? '') : JSON.stringify(body);
}

/** Resolves each name once: a template may contain it a thousand times, and all have the value of one instant. */
function onceEach(resolve: (name: string) => unknown): (name: string) => unknown {
  const known = new Map<string, unknown>();
  return (name) => {
    if (!known.has(name)) known.set(name, resolve(name));
    return known.get(name);
  };
}

function resolveName(world: World, request: ServedRequest, name: string): unknown {
  switch (name) {
    case 'now':
      return formatInstant(world.kernel.nowMs);
    case 'request':
      return requestValue(request);
    case 'portfolio':
      return portfolioValue(world, request);
    case 'rebalance':
      return rebalanceValue(world, request);
    default:
      return undefined;
  }
}

function requestValue(request: ServedRequest): Record<(typeof REQUEST_MEMBERS)[number], unknown> {
  const { method, originalUrl, headers } = request;
  const { pathname, searchParams } = new URL(originalUrl, 'http://localhost');
  const shown = Object.entries(headers).filter(([name]) => !isSecretHeader(name));
  return {
    method,
    path: pathname,
    query: Object.fromEntries(searchParams),
    headers: Object.fromEntries(shown),
    body: bodyOf(request),
  };
}

/** Returns the body as JSON, or as text if it is not. */
function bodyOf(request: ServedRequest): unknown {
  const { rawBody } = contextOf(request);
  try {
    return JSON.parse(rawBody ?? 'null');
  } catch {
    return rawBody;
  }
}

/** Returns the value of the portfolio that the request names, or of the portfolio of the named rebalance. */
function portfolioValue(world: World, request: ServedRequest): unknown {
  const id = namedId(request, 'pf', 'portfolio_id') ?? rebalanceOf(world, request)?.portfolioId;
  const portfolio = id === undefined ? null : world.portfolios.find(id);
  if (portfolio === null || portfolio.deletedMs !== null) return undefined;
  const { nowMs } = world.kernel;
  if (portfolio.form === 'B') return viewPortfolioB(world, portfolio, nowMs);
  const { drift, fx } = valuePortfolioAt(world, portfolio, nowMs);
  return { ...viewPortfolio(world, portfolio.portfolioId, nowMs), drift: viewDrift(drift, fx) };
}

function rebalanceValue(world: World, request: ServedRequest): unknown {
  const rebalance = rebalanceOf(world, request);
  if (rebalance === null) return undefined;
  return isFormA(rebalance) ? viewRebalanceA(world, rebalance) : viewRebalanceB(world, rebalance);
}

function rebalanceOf(world: World, request: ServedRequest): RebalanceRecord | null {
  const id = namedId(request, 'rb', 'rebalance_id');
  return id === undefined ? null : world.rebalances.find(id);
}

/** Returns an id from the path, or else from the body. */
function namedId(request: ServedRequest, prefix: 'pf' | 'rb', field: string): string | undefined {
  const [inPath] = new RegExp(`\\b${prefix}_[0-9A-Z]{26}\\b`).exec(request.originalUrl) ?? [];
  if (inPath !== undefined) return inPath;
  const body = bodyOf(request);
  const value =
    typeof body === 'object' && body !== null ? (body as Readonly<Record<string, unknown>>)[field] : undefined;
  return typeof value === 'string' ? value : undefined;
}
