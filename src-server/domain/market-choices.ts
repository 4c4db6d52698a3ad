/**
 * Possible values of fields of the market, its instruments, exchanges and faults: each list once, separate from the
 * schemas.
 */

/** Currencies with a moving rate against the euro. */
export const FOREIGN_CURRENCIES = ['GBP', 'CHF', 'SEK', 'DKK', 'NOK', 'USD'] as const;
export const CURRENCIES = ['EUR', ...FOREIGN_CURRENCIES] as const;

export const INSTRUMENT_TYPES = ['share', 'etf', 'etc'] as const;

/** How an instrument pays its income. */
export const DISTRIBUTIONS = ['distributing', 'accumulating', 'none'] as const;

/** Trading phases of an exchange. */
export const MARKET_PHASES = ['open', 'closing_auction', 'closed'] as const;

export const DAY_KINDS = ['full_day', 'half_day', 'holiday', 'weekend'] as const;

export const CORPORATE_ACTION_STATUSES = ['scheduled', 'applied', 'cancelled'] as const;

/** `ended`: the portfolio was deleted before the payment. */
export const DIVIDEND_STATUSES = ['accrued', 'paid', 'ended'] as const;

/** Statuses of a fault or market event with a span of time; `cancelled`: ended before it began. */
export const SPAN_STATUSES = ['scheduled', 'active', 'over', 'cancelled'] as const;
export type SpanStatus = (typeof SPAN_STATUSES)[number];

/** Targets of faults, in the order in which they are listed. */
export const FAULT_SCOPES = ['market', 'interface', 'webhook'] as const;
