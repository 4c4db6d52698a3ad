/**
 * The plans between no gains tax and the highest of a compared plan: points of the curve of gains tax and drift,
 * planned like the variants. Pure.
 */
import type { Comparison } from '../../../../src-server/contract/control/portfolios/compare.ts';
import { formatMoney } from '../../../components/format/format-number.ts';
import { letterOf, type Variant } from '../../../components/plan/comparison-state.ts';
import type { Candidate } from './goal-plan.ts';

/** Shares of the highest tax: dense where the portfolio's losses are used up, and each euro of tax sells least. */
const TAX_SHARES = [0, 0.1, 0.25, 0.5, 0.75];
const CURVE = 'tax up to ';
/** Prefix of the labels of the curve's points. */
export const AT_MOST = '≤ ';

/** For the variant with the highest tax, with budgets below it; none if no variant causes any. */
export function taxCurve(variants: readonly Variant[], comparison: Comparison): readonly Candidate[] {
  let [dearest, most]: [Variant | null, number] = [null, 0];
  variants.forEach((variant, index) => {
    const tax = comparison.variants.find(({ name }) => name === letterOf(index))?.tax_estimate ?? 0;
    if (tax > most) [dearest, most] = [variant, tax];
  });
  if (dearest === null) return [];
  const parameters: Variant = dearest;
  return TAX_SHARES.map((share) => {
    const gainsTaxBudget = Number((roundTax(most) * share).toFixed(2));
    return { name: `${CURVE}${gainsTaxBudget}`, parameters: { ...parameters, costBudgetBps: null, gainsTaxBudget } };
  });
}

export function isOfCurve({ name }: { readonly name: string }): boolean {
  return name.startsWith(CURVE);
}

/** `≤ 6 750`, the label of a point. */
export function curveLabel({ name }: { readonly name: string }): string {
  return `${AT_MOST}${formatMoney(Number(name.slice(CURVE.length))).replace(/\.00$/, '')}`;
}

/** Rounded to two digits, so that the budgets stay the same while prices move a little. */
function roundTax(amount: number): number {
  return Number(amount.toPrecision(2));
}
