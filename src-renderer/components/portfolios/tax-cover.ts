/** The warning that the cash after a plan or a rebalance does not cover the gains tax that is due. Pure. */
import type { Comparison } from '../../../src-server/contract/control/portfolios/compare.ts';
import { formatMoney } from '../format/format-number.ts';

type TaxCover = Comparison['variants'][number]['tax_cover'];

interface TaxCoverCase {
  readonly cover: TaxCover;
  readonly currency: string;
  readonly form: 'A' | 'B';
  /** It is final, so its gains are realised. */
  readonly isPast: boolean;
}

/** The fact, its figures, and what helps; null if the cash covers the tax. */
export function taxCoverTexts({ cover: { owed, due, missing }, currency, form, isPast }: TaxCoverCase) {
  if (missing === 0) return null;
  const part = isPast || owed === 0 ? '' : partOfPlan(due - owed, `${formatMoney(Math.abs(due - owed))} ${currency}`);
  return {
    fact: `The cash after this ${isPast ? 'rebalance' : 'plan'} does not cover the gains tax: ${formatMoney(missing)} ${currency} is missing.`,
    figures: `${formatMoney(due - missing)} ${currency} of cash remains, and an estimated ${formatMoney(due)} ${currency} of gains tax is due${part}. ${COUNTED}`,
    remedy: isPast ? '' : remedyOf(form, due > owed),
  };
}

function partOfPlan(change: number, amount: string): string {
  if (change === 0) return ', none of it from this plan';
  return change > 0 ? `, ${amount} of it from this plan` : `, ${amount} less than without this plan`;
}

/** Beside each such warning. */
export const COUNTED =
  'Ballast treats the tax on gains of this tax year and the last as unpaid, even if you have paid it, because tax payments are not recorded.';

function remedyOf(form: 'A' | 'B', makesDue: boolean): string {
  if (form === 'B')
    return 'To keep cash for the tax, raise the cash target: lower the target weights by the share that it needs.';
  const budget = makesDue ? ', or set a gains tax budget among the constraints so that less tax is due' : '';
  return `A portfolio that is rebalanced in one step has no cash target. Deposit cash to pay the tax${budget}.`;
}
