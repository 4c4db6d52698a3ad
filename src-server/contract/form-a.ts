/** Wire schemas of Form A: specification 2.1, 4.1 and decisions F1 to F3. Unknown fields are refused (A4). */
import { z } from 'zod';
import { isCountryCode } from '../domain/country.ts';

export const FORM_A_CURRENCIES = ['EUR', 'GBP', 'CHF', 'SEK', 'DKK', 'NOK'] as const;
export const ACCOUNT_TYPES = ['depot', 'isa', 'pea', 'pension'] as const;
export const TAX_METHODS = ['FIFO', 'HIFO', 'average_cost', 'specific_id'] as const;

/** The caller's own reference keeps at most this many keys (specification 2.1 and 8). */
const METADATA_KEYS = 16;

/** `POST /portfolios` (2.1, F1). */
export const createPortfolioA = z.strictObject({
  name: z.string().min(1).max(200),
  currency: z.enum(FORM_A_CURRENCIES),
  tax_jurisdiction: z.string().refine(isCountryCode, 'is not an assigned ISO 3166-1 alpha-2 country code'),
  account_type: z.enum(ACCOUNT_TYPES).default('depot'),
  metadata: z
    .record(z.string().min(1).max(200), z.string().max(2000))
    .refine((value) => Object.keys(value).length <= METADATA_KEYS, `has more than ${METADATA_KEYS} keys`)
    .default({}),
});
export type CreatePortfolioA = z.infer<typeof createPortfolioA>;

/** Answer of create: exactly the response fields of 2.1. `created` is Unix seconds (D2). */
export const portfolioA = z.strictObject({
  portfolio_id: z.string(),
  name: z.string(),
  currency: z.enum(FORM_A_CURRENCIES),
  tax_jurisdiction: z.string(),
  account_type: z.enum(ACCOUNT_TYPES),
  default_tax_method: z.enum(TAX_METHODS),
  created: z.int(),
});
export type PortfolioA = z.infer<typeof portfolioA>;
