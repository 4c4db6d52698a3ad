/** The state of a comparison: up to six variants, named by letters, and the limits of a plan search. Pure. */

import type { PortfolioView } from '../../../src-server/contract/control/portfolios/portfolios.ts';
import { BOUNDS } from '../../../src-server/contract/fields/number-bounds.ts';
import { paths } from '../../paths.ts';
import { addressOf, parametersIn } from './plan-address.ts';
import type { PlanParameters } from './plan-parameters.ts';

/** The parameters of a plan, and a budget that only comparisons have: the request for a plan has no such field. */
export interface Variant extends PlanParameters {
  /** Base currency; null: only the portfolio's own budget applies. */
  readonly gainsTaxBudget: number | null;
}

/** At least one of them is set. */
export interface Goal {
  readonly costBps: number | null;
  /** Base currency. */
  readonly gainsTax: number | null;
}

/** The figure with which the remaining drift is compared. */
export type Against = 'cost' | 'tax';

export interface Comparing {
  readonly variants: readonly Variant[];
  /** Null: no plan is searched for. */
  readonly goal: Goal | null;
  readonly against: Against;
}

export const MAX_COMPARED = 6;
/** One is no comparison. */
export const MIN_COMPARED = 2;

/** `A` for the first, and so on. */
export function letterOf(index: number): string {
  return String.fromCharCode(65 + index);
}

export function variantOf(parameters: PlanParameters): Variant {
  return { ...parameters, gainsTaxBudget: null };
}

/** The comparison in an address. With fewer than two variants, the comparison starts with additional ones. */
export function comparingIn(search: URLSearchParams, form: PortfolioView['form']): Comparing {
  const goal = {
    costBps: amountIn(search, 'goal', BOUNDS.costBudgetBps),
    gainsTax: amountIn(search, 'goal_tax', BOUNDS.money),
  };
  return {
    variants: search
      .getAll('variant')
      .slice(0, MAX_COMPARED)
      .map((text) => variantIn(new URLSearchParams(text), form)),
    goal: goal.costBps === null && goal.gainsTax === null ? null : goal,
    against: search.get('against') === 'tax' ? 'tax' : 'cost',
  };
}

export function searchOf({ variants, goal, against }: Comparing): string {
  const search = new URLSearchParams();
  for (const variant of variants) search.append('variant', variantAddress(variant).toString());
  setAmount(search, 'goal', goal?.costBps ?? null);
  setAmount(search, 'goal_tax', goal?.gainsTax ?? null);
  if (against === 'tax') search.set('against', against);
  return search.toString();
}

/** A variant in an address: only parameters that differ from the defaults. */
export function variantAddress(variant: Variant): URLSearchParams {
  const search = addressOf(variant);
  setAmount(search, 'tax', variant.gainsTaxBudget);
  return search;
}

/** The address that compares these parameters with others, or with themselves under a gains tax budget. */
export function comparePath(portfolioId: string, parameters: PlanParameters, gainsTaxBudget: number | null = null) {
  const present = variantOf(parameters);
  const comparing: Comparing =
    gainsTaxBudget === null
      ? { variants: [present], goal: null, against: 'cost' }
      : { variants: [present, { ...present, gainsTaxBudget }], goal: null, against: 'tax' };
  return paths.comparePlans(portfolioId, searchOf(comparing));
}

function variantIn(search: URLSearchParams, form: PortfolioView['form']): Variant {
  return { ...parametersIn(search, form), gainsTaxBudget: amountIn(search, 'tax', BOUNDS.money) };
}

function amountIn(search: URLSearchParams, name: string, { min, max }: Readonly<Record<'min' | 'max', number>>) {
  const text = search.get(name)?.trim() ?? '';
  const amount = text === '' ? Number.NaN : Number(text);
  return amount >= min && amount <= max ? amount : null;
}

function setAmount(search: URLSearchParams, name: string, amount: number | null): void {
  if (amount !== null) search.set(name, String(amount));
}
