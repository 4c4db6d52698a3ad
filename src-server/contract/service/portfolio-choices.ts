/**
 * Choices for portfolios of either form (specification 2.1, 2.2), separate from the schemas: the app lists them, and
 * needs no validator.
 */

export const FORM_A_CURRENCIES = ['EUR', 'GBP', 'CHF', 'SEK', 'DKK', 'NOK'] as const;
export const ACCOUNT_TYPES = ['depot', 'isa', 'pea', 'pension'] as const;
export const FORM_B_CURRENCIES = ['EUR', 'GBP', 'CHF'] as const;
export const TAX_WRAPPERS = ['GIA', 'ISA', 'PEA', 'Depot', 'SIPP'] as const;
