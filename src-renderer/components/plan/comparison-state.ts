/** What is compared: up to six variants, named by letters, and the limits that a plan is looked for under. Pure. */
import type { PortfolioView } from '../../../src-server/contract/control/portfolios/portfolios.ts';
import { paths } from '../../paths.ts';
import { addressOf, parametersIn } from './plan-address.ts';
import type { PlanParameters } from './plan-parameters.ts';

/** The parameters of a plan, and what only a comparison can limit besides: a request for a plan has no such budget. */
export interface Variant extends PlanParameters {
  /** Base currency; null: none beside that of the portfolio. */
  readonly gainsTaxBudget: number | null;
}

/** At least one of them is set. */
export interface Goal {
  readonly costBps: number | null;
  /** Base currency. */
  readonly gainsTax: number | null;
}

/** What the drift that is left is set against. */
export type Against = 'cost' | 'tax';

export interface Comparing {
  readonly variants: readonly Variant[];
  /** Null: no plan is looked for. */
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

/** What an address says. Fewer than two variants: the comparison begins with others beside them. */
export function comparingIn(search: URLSearchParams, form: PortfolioView['form']): Comparing {
  const goal = { costBps: amountIn(search, 'goal', 10_000), gainsTax: amountIn(search, 'goal_tax') };
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

/** A variant as a part of an address: only what differs from the usual one. */
export function variantAddress(variant: Variant): URLSearchParams {
  const search = addressOf(variant);
  setAmount(search, 'tax', variant.gainsTaxBudget);
  return search;
}

/** Where these parameters are compared with others. */
export function comparePath(portfolioId: string, present: PlanParameters): string {
  const comparing = { variants: [variantOf(present)], goal: null, against: 'cost' } as const;
  return paths.comparePlans(portfolioId, searchOf(comparing));
}

function variantIn(search: URLSearchParams, form: PortfolioView['form']): Variant {
  return { ...parametersIn(search, form), gainsTaxBudget: amountIn(search, 'tax') };
}

function amountIn(search: URLSearchParams, name: string, most = Number.MAX_SAFE_INTEGER): number | null {
  const text = search.get(name)?.trim() ?? '';
  const amount = text === '' ? Number.NaN : Number(text);
  return amount >= 0 && amount <= most ? amount : null;
}

function setAmount(search: URLSearchParams, name: string, amount: number | null): void {
  if (amount !== null) search.set(name, String(amount));
}
