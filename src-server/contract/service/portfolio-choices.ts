/**
 * What a portfolio of either form may be (specification 2.1, 2.2), apart from the schemas: the app lists it, and has no
 * use for a validator.
 */

export const FORM_A_CURRENCIES = ['EUR', 'GBP', 'CHF', 'SEK', 'DKK', 'NOK'] as const;
export const ACCOUNT_TYPES = ['depot', 'isa', 'pea', 'pension'] as const;
export const FORM_B_CURRENCIES = ['EUR', 'GBP', 'CHF'] as const;
export const TAX_WRAPPERS = ['GIA', 'ISA', 'PEA', 'Depot', 'SIPP'] as const;
