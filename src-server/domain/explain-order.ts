/**
 * Owns the sentence that says why an order is there, with its numbers (decision G5). Plain English, one sentence.
 */

import { fromMicro } from './exact.ts';
import type { ReasonCode } from './plan.ts';
import type { DraftOrder } from './size-orders.ts';

/** Code and sentence, e.g. "SAP SE is 7.12 % of the portfolio against a target of 5.00 %: sell 118.2 to bring it back." */
export function explainOrder(draft: DraftOrder): { readonly code: ReasonCode; readonly text: string } {
  const code = reasonCode(draft);
  const { drift, instrument } = draft.row;
  const quantity = plainDecimal(fromMicro(draft.quantityMicro));
  const weight = percent(drift.currentWeight);
  const standing = `${instrument.name} is ${weight} of the portfolio`;
  const target = percent(drift.targetWeight);
  switch (code) {
    case 'not_in_targets':
      return { code, text: `${standing} but is not among the targets: sell ${quantity} to leave it.` };
    case 'funding':
      return { code, text: `${standing}, at its target of ${target}: sell ${quantity} to pay for costs and cash.` };
    case 'overweight':
      return { code, text: `${standing} against a target of ${target}: sell ${quantity} to bring it back.` };
    case 'underweight':
      return { code, text: `${standing} against a target of ${target}: buy ${quantity} to bring it up.` };
  }
}

function reasonCode({ side, row }: DraftOrder): ReasonCode {
  if (side === 'buy') return 'underweight';
  if (!row.inTargets) return 'not_in_targets';
  return row.drift.drift > 0 ? 'overweight' : 'funding';
}

function percent(weight: number): string {
  return `${(weight * 100).toFixed(2)} %`;
}

/** Numbers below 1e-6 do not occur, but 0.000001 itself would print as 1e-6. */
function plainDecimal(value: number): string {
  return value < 1e-5 ? value.toFixed(6) : String(value);
}
