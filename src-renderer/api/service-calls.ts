/** Calls of the simulated service (Form B), made with the session's API key exactly as any other client would. */

import type { Session } from '../../src-server/contract/control/world/session.ts';
import type {
  CreatePlan,
  DeletedPortfolio,
  RebalanceB,
  RebalancePlan,
} from '../../src-server/contract/service/form-b.ts';
import { sendJson } from './api-client.ts';

/** To which the session's key belongs, and so what the app can plan and execute (decision L2). */
export const APP_ACCOUNT = 'default';

/** `POST /rebalance` (specification 4.2). Throws ApiError: 422 `drift_below_threshold` when nothing is outside the band. */
export function createPlan(session: Session, plan: PlanRequest, signal?: AbortSignal): Promise<RebalancePlan> {
  return sendJson('POST', `${formBPath(session)}/rebalance`, {
    body: plan,
    apiKey: session.api_key,
    ...(signal === undefined ? {} : { signal }),
  });
}

/** What the app sends: everything stated, so that the request shown to the user is the whole request. */
export type PlanRequest = Omit<CreatePlan, 'cost_budget'> & { cost_budget?: number };

/** `POST /rebalance/{id}/execute` with `confirm: true`. Throws ApiError: 409 while another one is running. */
export function executePlan(session: Session, rebalanceId: string): Promise<RebalanceB> {
  return sendJson('POST', `${formBPath(session)}/rebalance/${encodeURIComponent(rebalanceId)}/execute`, {
    body: { confirm: true },
    apiKey: session.api_key,
  });
}

/** `DELETE /rebalance/{id}`: cancels a plan that has not been executed. */
export function cancelPlan(session: Session, rebalanceId: string): Promise<RebalanceB> {
  return sendJson('DELETE', `${formBPath(session)}/rebalance/${encodeURIComponent(rebalanceId)}`, {
    apiKey: session.api_key,
  });
}

/** `DELETE /portfolios/{id}`, of the app's own account. Throws ApiError: 409 while a rebalance of it is executing. */
export function deletePortfolioB(session: Session, portfolioId: string): Promise<DeletedPortfolio> {
  return sendJson('DELETE', `${formBPath(session)}/portfolios/${encodeURIComponent(portfolioId)}`, {
    apiKey: session.api_key,
  });
}

// The page may be open under another name of the same machine (localhost for 127.0.0.1), so only the path is used.
function formBPath(session: Session): string {
  return new URL(session.form_b_url).pathname.replace(/\/$/, '');
}
