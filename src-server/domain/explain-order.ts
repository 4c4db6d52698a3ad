/**
 * Owns the sentence that says why an order is there, with its numbers (decision G5). Plain English, one sentence.
 * Why a buy goes to its exchange and not to another is told by `explain-venue.ts`.
 */

import type { OrderReason, ReasonCode } from './plan.ts';
import type { DraftOrder } from './size-orders.ts';
import { spellMoney, spellPercent, spellQuantity } from './spell-number.ts';

/**
 * Code and sentence, e.g. "SAP SE is 7.12 % of the portfolio against a target of 5.00 %: sell 118.2 worth 21 276.00 EUR
 * at XETR, where it is held, at a cost of 14.20 EUR, to bring it back." The sentence is spelled when it is read: most
 * plans are only compared.
 */
export function explainOrder(draft: DraftOrder, currency: string): OrderReason {
  const code = reasonCode(draft);
  return {
    code,
    get text() {
      return sentence(draft, code, currency);
    },
  };
}

function sentence({ row, side, venue, quantityMicro, valueMinor, costs }: DraftOrder, code: ReasonCode, currency: string) {
  const standing = `${row.instrument.name} is ${spellPercent(row.drift.currentWeight)} of the portfolio`;
  const target = spellPercent(row.drift.targetWeight);
  const where = side === 'sell' ? `${venue.listing.mic}, where it is held` : venue.listing.mic;
  const amount = `${spellQuantity(quantityMicro)} worth ${spellMoney(valueMinor, currency)}`;
  const trade = `${side} ${amount} at ${where}, at a cost of ${spellMoney(costs.totalMinor, currency)}`;
  switch (code) {
    case 'not_in_targets':
      return `${standing} but is not among the targets: ${trade}, to leave it.`;
    case 'funding':
      return `${standing}, no more than its target of ${target}: ${trade}, to pay for costs and cash.`;
    case 'overweight':
      return `${standing} against a target of ${target}: ${trade}, to bring it back.`;
    case 'underweight':
      return `${standing} against a target of ${target}: ${trade}, to bring it up.`;
  }
}

function reasonCode({ side, row }: DraftOrder): ReasonCode {
  if (side === 'buy') return 'underweight';
  if (!row.inTargets) return 'not_in_targets';
  return row.drift.drift > 0 ? 'overweight' : 'funding';
}
