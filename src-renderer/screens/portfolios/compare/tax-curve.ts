/**
 * The plans between no gains tax and that of the compared plan which causes the most: points of the curve of gains tax
 * against drift, planned like the variants. Pure.
 */
import type { Comparison } from '../../../../src-server/contract/control/portfolios/compare.ts';
import { formatMoney } from '../../../components/format/format-number.ts';
import { letterOf, type Variant } from '../../../components/plan/comparison-state.ts';
import type { Candidate } from './goal-plan.ts';

/** Of the most tax: close together where the losses of the portfolio are used up, and each euro of tax sells least. */
const TAX_SHARES = [0, 0.1, 0.25, 0.5, 0.75];
const CURVE = 'tax up to ';
/** What labels of points of the curve begin with. */
export const AT_MOST = '≤ ';

/** Of the variant with the most tax, under budgets below it; none where no variant causes any. */
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

/** `≤ 6 750`, as its point is called. */
export function curveLabel({ name }: { readonly name: string }): string {
  return `${AT_MOST}${formatMoney(Number(name.slice(CURVE.length))).replace(/\.00$/, '')}`;
}

/** To two digits, so that the budgets stay as they are while prices move a little. */
function roundTax(amount: number): number {
  return Number(amount.toPrecision(2));
}
