/** Plans one portfolio under several settings at one instant. Changes nothing and is not billed; throws ApiError. */
import type { Comparison } from '../../src-server/contract/control/portfolios/compare.ts';
import { sendJson } from './api-client.ts';
import type { PlanRequest } from './service-calls.ts';

export interface NamedSettings extends Omit<PlanRequest, 'portfolio_id' | 'simulation'> {
  readonly name: string;
  /** Of Form A alone. */
  readonly tax_method?: string;
}

export interface ToCompare {
  readonly variants: readonly NamedSettings[];
  /** In place of the portfolio's own targets; null: those. */
  readonly weights: Readonly<Record<string, number>> | null;
}

export function comparePlans(
  portfolioId: string,
  { variants, weights }: ToCompare,
  signal: AbortSignal,
): Promise<Comparison> {
  return sendJson('POST', '/sim/compare', {
    body: { portfolio_id: portfolioId, variants, ...(weights === null ? {} : { targets: targetsOf(weights) }) },
    signal,
  });
}

function targetsOf(weights: Readonly<Record<string, number>>) {
  return Object.entries(weights).map(([isin, weight]) => ({ isin, weight }));
}
