/** Formats corporate actions for the event log and the API, and as a sentence for the orders that they end (O3). */
import { fromMicro } from '../../domain/numbers/exact.ts';
import { formatInstant } from '../../domain/numbers/instant.ts';
import type { CorporateActionRecord, CorporateActionTerms } from './corporate-action.ts';

/** Formats the requested action. */
export function describeCorporateAction(action: CorporateActionRecord) {
  const { corporateActionId, isin, exMs } = action;
  return { corporate_action_id: corporateActionId, isin, ex_at: formatInstant(exMs), ...describeTerms(action) };
}

function describeTerms(terms: CorporateActionTerms) {
  switch (terms.kind) {
    case 'split': {
      const { newShares, oldShares } = terms.ratio;
      return { kind: terms.kind, ratio: { new: newShares, old: oldShares } };
    }
    case 'isin_change':
      return { kind: terms.kind, new_isin: terms.newIsin };
    case 'delisting': {
      const { cashPrice } = terms;
      return {
        kind: terms.kind,
        cash_price: cashPrice === null ? null : fromMicro(cashPrice.amountMicro),
        currency: cashPrice?.currency ?? null,
      };
    }
    case 'cash_dividend': {
      const { amountMicro, currency } = terms.amount;
      return { kind: terms.kind, amount: fromMicro(amountMicro), currency, pay_at: formatInstant(terms.payMs) };
    }
  }
}

/** Returns why an order ends. */
export function corporateActionText(action: CorporateActionRecord): string {
  const { isin, corporateActionId } = action;
  return `${isin} ${whatHappens(action)} (corporate action ${corporateActionId}).`;
}

function whatHappens(terms: CorporateActionTerms): string {
  switch (terms.kind) {
    case 'split':
      return `is split, ${terms.ratio.newShares} new for ${terms.ratio.oldShares} old`;
    case 'isin_change':
      return `becomes ${terms.newIsin}`;
    case 'delisting':
      return 'is delisted';
    case 'cash_dividend':
      return 'goes ex dividend';
  }
}
