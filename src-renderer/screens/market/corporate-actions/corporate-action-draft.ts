/** A corporate action as the form's draft, and as a request. Pure. */
import type { CorporateAction, CreateCorporateAction } from '../../../api/market-api.ts';
import { TRADING_CURRENCIES, type TradingCurrency } from '../../../components/forms/currency-choice.tsx';
import { isOneOf } from '../../../components/forms/is-one-of.ts';
import { type NumberText, numberOf } from '../../../components/forms/number-text.ts';
import { omitEmpty } from '../../../components/forms/omit-empty.ts';
import { instantText, toInstant } from '../../../components/forms/virtual-instant.ts';
import type { CorporateActionKind } from './calendar-rows.ts';

export interface CorporateActionDraft {
  readonly kind: CorporateActionKind;
  readonly isin: string;
  readonly exAt: string;
  /** For a dividend: the amount per share. */
  readonly amount: NumberText;
  /** For an amount or a cash price; empty: the instrument's own. */
  readonly currency: TradingCurrency | '';
  /** Empty: as many days later as for the other dividends of the instrument. */
  readonly payAt: string;
  readonly newShares: NumberText;
  readonly oldShares: NumberText;
  readonly newIsin: string;
  /** Empty: positions stay without a price. */
  readonly cashPrice: NumberText;
}

const DAY_MS = 86_400_000;
/** Before every exchange opens, in UTC. */
const BEFORE_OPENINGS_MS = 6 * 3_600_000;

/** On the next day, before the exchanges open; `now` is empty until it is known. */
export function newCorporateAction(now: string | undefined): CorporateActionDraft {
  const nextDayMs = now === undefined ? null : (Math.floor(Date.parse(now) / DAY_MS) + 1) * DAY_MS;
  return {
    kind: 'cash_dividend',
    isin: '',
    exAt: nextDayMs === null ? '' : instantText(nextDayMs + BEFORE_OPENINGS_MS),
    amount: '',
    currency: '',
    payAt: '',
    newShares: 2,
    oldShares: 1,
    newIsin: '',
    cashPrice: '',
  };
}

export function corporateActionBody(draft: CorporateActionDraft): CreateCorporateAction {
  const { kind, isin, currency } = draft;
  const common = { isin, ex_at: toInstant(draft.exAt) };
  switch (kind) {
    case 'split':
      return { kind, ...common, ratio: { new: numberOf(draft.newShares), old: numberOf(draft.oldShares) } };
    case 'isin_change':
      return { kind, ...common, new_isin: draft.newIsin.trim().toUpperCase() };
    case 'delisting':
      return draft.cashPrice === ''
        ? { kind, ...common }
        : { kind, ...common, cash_price: numberOf(draft.cashPrice), ...omitEmpty({ currency }) };
    case 'cash_dividend':
      return {
        kind,
        ...common,
        amount: numberOf(draft.amount),
        ...omitEmpty({ currency, pay_at: toInstant(draft.payAt) }),
      };
  }
}

/** The request body that schedules a cancelled action again. */
export function bodyAgain(cancelled: CorporateAction): CreateCorporateAction {
  const { isin, ex_at } = cancelled;
  switch (cancelled.kind) {
    case 'split':
      return { kind: cancelled.kind, isin, ex_at, ratio: cancelled.ratio };
    case 'isin_change':
      return { kind: cancelled.kind, isin, ex_at, new_isin: cancelled.new_isin };
    case 'delisting': {
      const { kind, cash_price, currency } = cancelled;
      return { kind, isin, ex_at, ...omitEmpty({ cash_price, currency: tradingCurrency(currency) }) };
    }
    case 'cash_dividend': {
      const { kind, amount, currency, pay_at } = cancelled;
      return { kind, isin, ex_at, amount, pay_at, ...omitEmpty({ currency: tradingCurrency(currency) }) };
    }
  }
}

function tradingCurrency(currency: string | null): TradingCurrency | undefined {
  return currency !== null && isOneOf(TRADING_CURRENCIES, currency) ? currency : undefined;
}
