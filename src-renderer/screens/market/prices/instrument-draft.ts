/** A custom instrument of the world as the form's draft, and as a request. Pure. */
import type { OwnInstrument } from '../../../api/market-api.ts';
import type { TradingCurrency } from '../../../components/forms/currency-choice.tsx';
import { type NumberText, numberOf, scaled } from '../../../components/forms/number-text.ts';
import { omitEmpty } from '../../../components/forms/omit-empty.ts';

/** Named like the request, so that a field's name is also its JSON pointer. */
export interface InstrumentDraft {
  readonly name: string;
  readonly isin: string;
  readonly symbol: string;
  readonly type: NonNullable<OwnInstrument['type']>;
  readonly sector: string;
  readonly reference_price: NumberText;
  readonly currency: TradingCurrency;
  /** In per cent. */
  readonly annual_volatility: NumberText;
  readonly market_beta: NumberText;
  readonly listings: readonly string[];
  readonly spread_bps: NumberText;
  readonly average_daily_volume: NumberText;
}

export const NEW_INSTRUMENT: InstrumentDraft = {
  name: '',
  isin: '',
  symbol: '',
  type: 'etf',
  sector: 'world equity',
  reference_price: '',
  currency: 'EUR',
  annual_volatility: 25,
  market_beta: 1,
  listings: ['XETR'],
  spread_bps: 10,
  average_daily_volume: 1_000_000,
};

export function instrumentBody(draft: InstrumentDraft): OwnInstrument {
  const { name, symbol, type, currency, listings } = draft;
  return {
    isin: draft.isin.trim().toUpperCase(),
    type,
    currency,
    listings: [...listings],
    sector: draft.sector.trim(),
    ...omitEmpty({ name: name.trim(), symbol: symbol.trim() }),
    reference_price: numberOf(draft.reference_price),
    annual_volatility: scaled(draft.annual_volatility, 0.01),
    market_beta: numberOf(draft.market_beta),
    spread_bps: numberOf(draft.spread_bps),
    average_daily_volume: numberOf(draft.average_daily_volume),
  };
}
