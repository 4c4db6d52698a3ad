/** What columns of imported tables can be, and how their dates are written. Without zod, because the app lists them. */

/** What a column of a table of prices can be. */
export const PRICE_MEANINGS = ['date', 'instrument', 'price', 'currency', 'dividend', 'ignored'] as const;
/** What a column of a table of positions or transactions can be. */
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
  'ignored',
] as const;
/** What a type of transactions does to a position; `skip`: nothing, and its rows are left out. */
export const TYPE_MEANINGS = ['buy', 'sell', 'transfer_in', 'transfer_out', 'split', 'merger', 'skip'] as const;
export type PriceMeaning = (typeof PRICE_MEANINGS)[number];
export type PortfolioMeaning = (typeof PORTFOLIO_MEANINGS)[number];
export type TypeMeaning = (typeof TYPE_MEANINGS)[number];

/** How the dates of a table are written. */
export const DATE_STYLES = ['ymd', 'dmy', 'mdy'] as const;
export type DateStyle = (typeof DATE_STYLES)[number];
