/**
 * Makes the exact orders of a plan keep every constraint (decision O5), to the cent and to the share: what is cut on one
 * side changes cash, netting and lots on the other, so all limits are checked again until none is exceeded.
 */

import { isWithinBudget } from '../costs/cost-parts.ts';
import { affordable, cashAfterMinor } from './balance-cash.ts';
import type { PlanConstraints } from './constraints.ts';
import { type GainsTaxTerms, limitGainsTax, saleGains } from './limit-gains-tax.ts';
import { type DraftOrder, type SizingTerms, totalCosts } from './size-orders.ts';
import { replaced, sideMinor, trimSide } from './trim-drafts.ts';

export interface EnforcementTerms {
  readonly constraints: PlanConstraints;
  readonly navMinor: number;
  /** What the targets leave as cash: buys that sells no longer pay for do not use it up. */
  readonly targetCashMinor: number;
  readonly costBudgetBps: number | null;
  readonly gainsTax: GainsTaxTerms | null;
}

/** Orders that keep everything; none where they cannot be made to. */
export function enforceConstraints(
  drafts: readonly DraftOrder[],
  terms: EnforcementTerms,
  sizing: SizingTerms,
): readonly DraftOrder[] {
  let retained = drafts;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    if (isWithinLimits(retained, terms, sizing)) return retained;
    const turned = withinTurnover(retained, terms, sizing);
    const taxed = terms.gainsTax === null ? turned : limitGainsTax(turned, terms.gainsTax, sizing);
    const funded = taxed === turned ? taxed : trimSide(taxed, 'buy', fundedMinor(taxed, terms, sizing), sizing);
    retained = withinCosts(affordable(funded, sizing), terms, sizing);
  }
  return [];
}

const MAX_ROUNDS = 16;

/** Whether orders keep every limit. */
export function isWithinLimits(
  drafts: readonly DraftOrder[],
  terms: EnforcementTerms,
  { cashMinor }: SizingTerms,
): boolean {
  const { gainsTax } = terms;
  const limitMinor = turnoverMinor(terms);
  return (
    cashAfterMinor(drafts, cashMinor) >= 0 &&
    sideMinor(drafts, 'sell') <= limitMinor &&
    sideMinor(drafts, 'buy') <= limitMinor &&
    (gainsTax === null || saleGains(drafts, gainsTax).taxMinor <= gainsTax.budgetMinor) &&
    drafts.every(({ row, valueMinor }) => valueMinor >= (row.limits?.minOrderMinor ?? 0)) &&
    isWithinCosts(drafts, terms)
  );
}

function turnoverMinor({ constraints: { maxTurnover }, navMinor }: EnforcementTerms): number {
  return maxTurnover === null ? Number.POSITIVE_INFINITY : Math.floor(maxTurnover * navMinor);
}

function withinTurnover(drafts: readonly DraftOrder[], terms: EnforcementTerms, sizing: SizingTerms) {
  const limitMinor = turnoverMinor(terms);
  return trimSide(trimSide(drafts, 'sell', limitMinor, sizing), 'buy', limitMinor, sizing);
}

function fundedMinor(
  drafts: readonly DraftOrder[],
  { targetCashMinor }: EnforcementTerms,
  { cashMinor }: SizingTerms,
): number {
  const freeMinor = cashMinor + sideMinor(drafts, 'sell') - totalCosts(drafts).totalMinor - targetCashMinor;
  return Math.max(0, Math.floor(freeMinor));
}

function isWithinCosts(drafts: readonly DraftOrder[], { costBudgetBps, navMinor }: EnforcementTerms): boolean {
  return costBudgetBps === null || isWithinBudget(totalCosts(drafts).totalMinor, navMinor, costBudgetBps);
}

/** Fewer sells may net less, so that the rest costs more: then the orders with the most cost per value go. */
function withinCosts(
  drafts: readonly DraftOrder[],
  terms: EnforcementTerms,
  sizing: SizingTerms,
): readonly DraftOrder[] {
  let retained = drafts;
  while (retained.length > 0 && !isWithinCosts(retained, terms)) {
    const rate = ({ costs, valueMinor }: DraftOrder) => costs.totalMinor / valueMinor;
    const dearest = retained.reduce((most, draft) => (rate(draft) > rate(most) ? draft : most));
    retained = affordable(replaced(retained, dearest, null), sizing);
  }
  return retained;
}
