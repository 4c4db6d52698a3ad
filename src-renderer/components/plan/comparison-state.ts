/** The compared plans: up to six sets of parameters, named by letters, and the cost limit of a plan search. Pure. */
import type { PortfolioView } from '../../../src-server/contract/control/portfolios/portfolios.ts';
import { paths } from '../../paths.ts';
import { addressOf, parametersIn } from './plan-address.ts';
import type { PlanParameters } from './plan-parameters.ts';

export interface Comparing {
  readonly variants: readonly PlanParameters[];
  /** Null: no plan is searched for. */
  readonly goalBps: number | null;
}

export const MAX_COMPARED = 6;
/** One is no comparison. */
export const MIN_COMPARED = 2;

/** `A` for the first, and so on. */
export function letterOf(index: number): string {
  return String.fromCharCode(65 + index);
}

/** The comparison in an address. With fewer than two variants, the comparison starts with additional ones. */
export function comparingIn(search: URLSearchParams, form: PortfolioView['form']): Comparing {
  const named = search.getAll('variant').map((text) => parametersIn(new URLSearchParams(text), form));
  const goal = search.get('goal');
  const goalBps = goal === null || goal === '' ? Number.NaN : Number(goal);
  return {
    variants: named.slice(0, MAX_COMPARED),
    goalBps: goalBps >= 0 && goalBps <= 10_000 ? goalBps : null,
  };
}

export function searchOf({ variants, goalBps }: Comparing): string {
  const search = new URLSearchParams();
  for (const variant of variants) search.append('variant', addressOf(variant).toString());
  if (goalBps !== null) search.set('goal', String(goalBps));
  return search.toString();
}

/** The address that compares these parameters with others. */
export function comparePath(portfolioId: string, present: PlanParameters): string {
  return paths.comparePlans(portfolioId, searchOf({ variants: [present], goalBps: null }));
}
