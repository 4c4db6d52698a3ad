/** What fields of the market, its instruments, exchanges and faults may be: each list once, apart from the schemas. */

/** Those whose rates against the euro move. */
export const FOREIGN_CURRENCIES = ['GBP', 'CHF', 'SEK', 'DKK', 'NOK', 'USD'] as const;
export const CURRENCIES = ['EUR', ...FOREIGN_CURRENCIES] as const;

export const INSTRUMENT_TYPES = ['share', 'etf', 'etc'] as const;

/** How an instrument pays its income. */
export const DISTRIBUTIONS = ['distributing', 'accumulating', 'none'] as const;

/** What an exchange does at an instant. */
export const MARKET_PHASES = ['open', 'closing_auction', 'closed'] as const;

export const DAY_KINDS = ['full_day', 'half_day', 'holiday', 'weekend'] as const;

export const CORPORATE_ACTION_STATUSES = ['scheduled', 'applied', 'cancelled'] as const;

/** `ended`: its portfolio was deleted before it was paid. */
export const DIVIDEND_STATUSES = ['accrued', 'paid', 'ended'] as const;

/** Of a fault or market event, which holds for a span of time; `cancelled`: ended before it began. */
export const SPAN_STATUSES = ['scheduled', 'active', 'over', 'cancelled'] as const;
export type SpanStatus = (typeof SPAN_STATUSES)[number];

/** What faults hit, in the order in which they are listed. */
export const FAULT_SCOPES = ['market', 'interface', 'webhook'] as const;
