/** Dry runs and executions of Form A, and what has changed since a plan was made. Each throws ApiError. */
import type { RebalanceView } from '../../src-server/contract/control/portfolios/portfolios.ts';
import type { Session } from '../../src-server/contract/control/world/session.ts';
import type { StartedRebalanceA, StartRebalanceA } from '../../src-server/contract/service/form-a.ts';
import type { PlanChanges } from '../../src-server/contract/service/plan-changes.ts';
import { getJson, sendForHeaders, sendJson } from './api-client.ts';

export type RebalanceRequestA = Omit<StartRebalanceA, 'tax_method' | 'idempotency_key'> &
  Partial<Pick<StartRebalanceA, 'tax_method' | 'idempotency_key'>>;

/** With a key the plan is held: the request with that key executes exactly it (decision L94). */
export function previewRebalance(
  portfolioId: string,
  body: RebalanceRequestA,
  signal?: AbortSignal,
): Promise<RebalanceView> {
  return sendJson('POST', previewPath(portfolioId), { body, ...(signal === undefined ? {} : { signal }) });
}

/** Lets go of what is held for a portfolio. */
export function releasePreview(portfolioId: string): Promise<unknown> {
  return sendJson('DELETE', previewPath(portfolioId));
}

export interface StartedA {
  readonly rebalanceId: string;
  /** The key had its answer already, and got it again: nothing was executed. */
  readonly isReplay: boolean;
}

/** `POST /portfolios/{id}/rebalance` of Form A (specification 4.1), as any client would send it. */
export function startRebalanceA(session: Session, portfolioId: string, body: RebalanceRequestA): Promise<StartedA> {
  return send(session, portfolioId, body);
}

/** Asks for the first answer of a key again (decision F5). The key alone is enough for that, and for nothing else: a free one is 400. */
export function replayRebalanceA(session: Session, portfolioId: string, key: string): Promise<StartedA> {
  return send(session, portfolioId, { idempotency_key: key });
}

async function send(session: Session, portfolioId: string, body: Partial<RebalanceRequestA>): Promise<StartedA> {
  const base = new URL(session.form_a_url).pathname.replace(/\/$/, '');
  const path = `${base}/portfolios/${encodeURIComponent(portfolioId)}/rebalance`;
  const { answer, headers } = await sendForHeaders<StartedRebalanceA>('POST', path, {
    body,
    apiKey: session.api_key,
  });
  return { rebalanceId: answer.rebalance_id, isReplay: headers.get('Idempotency-Replayed') === 'true' };
}

/** Against another plan of the portfolio, or against what it would be if it were made now (decision L93). */
export function readPlanChanges(rebalanceId: string, to: string | null, signal?: AbortSignal): Promise<PlanChanges> {
  const query = to === null ? '' : `?${new URLSearchParams({ to })}`;
  return getJson(`/sim/rebalances/${encodeURIComponent(rebalanceId)}/changes${query}`, signal);
}

function previewPath(portfolioId: string): string {
  return `/sim/portfolios/${encodeURIComponent(portfolioId)}/rebalance-preview`;
}
