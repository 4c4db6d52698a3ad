/**
 * The possible meanings of columns in imported tables, and the formats of their dates. Without zod, because the app
 * lists them.
 */

/** Possible meanings of a column in a table of prices. */
export const PRICE_MEANINGS = ['date', 'instrument', 'price', 'currency', 'dividend', 'ignored'] as const;
/** Possible meanings of a column in a table of positions or transactions. */
export const PORTFOLIO_MEANINGS = [
  'portfolio',
  'isin',
  'symbol',
  'name',
  'quantity',
  'unit_cost',
  'total_cost',
  'charges',
  'charges_currency',
  'date',
  'type',
  'status',
  'currency',
  'total_currency',
  'exchange',
  'weight',
  'value',
  'ignored',
] as const;
/** The effect of a type of transactions on a position; `skip`: none, and its rows are left out. */
export const TYPE_MEANINGS = ['buy', 'sell', 'transfer_in', 'transfer_out', 'split', 'merger', 'skip'] as const;
export type PriceMeaning = (typeof PRICE_MEANINGS)[number];
export type PortfolioMeaning = (typeof PORTFOLIO_MEANINGS)[number];
export type TypeMeaning = (typeof TYPE_MEANINGS)[number];

/** Order of year, month and day in the dates of a table. */
export const DATE_STYLES = ['ymd', 'dmy', 'mdy'] as const;
export type DateStyle = (typeof DATE_STYLES)[number];
