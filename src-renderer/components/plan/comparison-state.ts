/** What is compared: up to six sets of parameters, named by letters, and the cost that a plan is looked for under. Pure. */
import type { PortfolioView } from '../../../src-server/contract/control/portfolios/portfolios.ts';
import { paths } from '../../paths.ts';
import { addressOf, parametersIn } from './plan-address.ts';
import { DEFAULT_PARAMETERS, type PlanParameters, TAX_METHOD_CHOICES } from './plan-parameters.ts';

export interface Comparing {
  readonly variants: readonly PlanParameters[];
  /** Null: no plan is looked for. */
  readonly goalBps: number | null;
}

export const MOST_COMPARED = 6;
/** One is no comparison. */
export const LEAST_COMPARED = 2;
const START_BUDGETS_BPS = [10, 5, 2];

/** `A` for the first, and so on. */
export function letterOf(index: number): string {
  return String.fromCharCode(65 + index);
}

/** What of a portfolio decides which parameters its plans have. */
export type ComparedPortfolio = Pick<PortfolioView, 'portfolio_id' | 'form' | 'default_tax_method'>;

/**
 * What an analyst tries first beside the present parameters: three budgets and the other kind of band; in Form A, whose request
 * knows neither, the other lot methods.
 */
export function startingSet(
  present: PlanParameters,
  { form, default_tax_method: own }: Omit<ComparedPortfolio, 'portfolio_id'>,
): readonly PlanParameters[] {
  if (form === 'A') {
    const others = TAX_METHOD_CHOICES.filter((method) => method !== (present.taxMethod ?? own));
    return [present, ...others.map((taxMethod) => ({ ...present, taxMethod }))];
  }
  const budgets = START_BUDGETS_BPS.map((costBudgetBps) => ({ ...present, costBudgetBps }));
  const band = { ...present, bandType: present.bandType === 'relative' ? 'absolute' : 'relative' } as const;
  const all = [present, ...budgets, band];
  const keys = all.map((each) => addressOf(each).toString());
  return all.filter((_, index) => keys.indexOf(keys[index] ?? '') === index);
}

/** What an address says; the starting set where it names fewer than two variants. */
export function comparingIn(search: URLSearchParams, portfolio: Omit<ComparedPortfolio, 'portfolio_id'>): Comparing {
  const named = search.getAll('variant').map((text) => parametersIn(new URLSearchParams(text), portfolio.form));
  const goal = search.get('goal');
  const goalBps = goal === null || goal === '' ? Number.NaN : Number(goal);
  return {
    variants:
      named.length < LEAST_COMPARED ? startingSet(DEFAULT_PARAMETERS, portfolio) : named.slice(0, MOST_COMPARED),
    goalBps: goalBps >= 0 && goalBps <= 10_000 ? goalBps : null,
  };
}

export function searchOf({ variants, goalBps }: Comparing): string {
  const search = new URLSearchParams();
  for (const variant of variants) search.append('variant', addressOf(variant).toString());
  if (goalBps !== null) search.set('goal', String(goalBps));
  return search.toString();
}

/** Where these parameters are compared with others. */
export function comparePath(portfolio: ComparedPortfolio, present: PlanParameters): string {
  const search = searchOf({ variants: startingSet(present, portfolio), goalBps: null });
  return paths.comparePlans(portfolio.portfolio_id, search);
}
