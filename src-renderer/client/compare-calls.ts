/** Plans one portfolio under several settings at one instant. Changes nothing and is not billed; throws ApiError. */
import type { Comparison } from '../../src-server/contract/compare.ts';
import { sendJson } from './api-client.ts';
import type { PlanRequest } from './service-calls.ts';

export interface NamedSettings extends Omit<PlanRequest, 'portfolio_id' | 'simulation'> {
  readonly name: string;
}

export function comparePlans(
  portfolioId: string,
  variants: readonly NamedSettings[],
  signal: AbortSignal,
): Promise<Comparison> {
  return sendJson('POST', '/sim/compare', { body: { portfolio_id: portfolioId, variants }, signal });
}
