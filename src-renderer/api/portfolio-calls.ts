/** Calls that make, furnish, rename and delete portfolios: creating by either form, the rest by the control plane. Each throws ApiError. */
import type { PortfolioView } from '../../src-server/contract/control/portfolios/portfolios.ts';
import type { Session } from '../../src-server/contract/control/world/session.ts';
import type { PortfolioA } from '../../src-server/contract/service/form-a.ts';
import type { DeletedPortfolio, PortfolioB } from '../../src-server/contract/service/form-b.ts';
import { getJson, sendJson } from './api-client.ts';
import type { FormBody } from './market-calls.ts';

/** `POST /portfolios` of Form A (specification 2.1). It begins without positions and targets. */
export function createPortfolioA(session: Session, body: FormBody): Promise<PortfolioA> {
  return sendJson('POST', pathOf(session.form_a_url), { body, apiKey: session.api_key });
}

/** `POST /portfolios` of Form B (specification 2.2). */
export function createPortfolioB(session: Session, body: FormBody): Promise<PortfolioB> {
  return sendJson('POST', pathOf(session.form_b_url), { body, apiKey: session.api_key });
}

export function readPortfolio(portfolioId: string): Promise<PortfolioView> {
  return getJson(at(portfolioId));
}

/** Replaces all positions. What was realised before is forgotten. 409 while a rebalance is executing. */
export function setPositions(portfolioId: string, positions: unknown): Promise<PortfolioView> {
  return sendJson('POST', `${at(portfolioId)}/positions`, { body: { positions } });
}

/** Replaces all targets. 409 while a rebalance is executing. */
export function setTargets(portfolioId: string, targets: unknown): Promise<PortfolioView> {
  return sendJson('POST', `${at(portfolioId)}/targets`, { body: { targets } });
}

/** Base currency. 409 while a rebalance is executing. */
export function setCash(portfolioId: string, amount: unknown): Promise<PortfolioView> {
  return sendJson('POST', `${at(portfolioId)}/cash`, { body: { amount } });
}

/** `{label}`: name of Form A, external_id of Form B. */
export function renamePortfolio(portfolioId: string, body: FormBody): Promise<PortfolioView> {
  return sendJson('PATCH', at(portfolioId), { body });
}

/** Of either form and any account. 409 while a rebalance is executing. */
export function deletePortfolio(portfolioId: string): Promise<DeletedPortfolio> {
  return sendJson('DELETE', at(portfolioId));
}

function at(portfolioId: string): string {
  return `/sim/portfolios/${encodeURIComponent(portfolioId)}`;
}

// The page may be open under another name of the same machine (localhost for 127.0.0.1), so only the path is used.
function pathOf(formUrl: string): string {
  return `${new URL(formUrl).pathname.replace(/\/$/, '')}/portfolios`;
}
