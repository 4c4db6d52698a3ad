/** API schemas of imports into a running world: the files, and how to read them (decision P4). */
import { z } from 'zod';
import { mic, money } from '../../fields/fields.ts';
import { createPortfolioABody } from '../../service/form-a.ts';
import { ACCOUNT_TYPES, TAX_WRAPPERS } from '../../service/portfolio-choices.ts';
import { ENCODINGS } from './decode-text.ts';
import { DATE_STYLES, PORTFOLIO_MEANINGS, PRICE_MEANINGS, TYPE_MEANINGS } from './import-meanings.ts';

const importFile = z
  .strictObject({
    name: z.string().min(1).max(200).describe('Name of the file, without a folder; it may name the instrument.'),
    text: z.string().max(16_777_216).optional().describe('Text of the file, if it is text that was decoded.'),
    encoding: z
      .enum(ENCODINGS)
      .optional()
      .describe('Encoding from which `text` was decoded; the report mentions it if it is not UTF-8.'),
    base64: z
      .string()
      .max(16_777_216)
      .regex(/^[A-Za-z0-9+/]*={0,2}$/, 'is not base64')
      .optional()
      .describe('Bytes of the file, in place of `text`: a workbook (.xlsx), or text in any encoding that is detected.'),
    sheet: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('Sheet of a workbook, if several have cells and are not hidden.'),
  })
  .refine(({ text, base64 }) => (text === undefined) !== (base64 === undefined), {
    path: ['text'],
    message: 'is needed, or else base64, and not both',
  })
  .refine(({ base64, sheet }) => sheet === undefined || base64 !== undefined, {
    path: ['sheet'],
    message: 'is of a workbook, whose bytes are needed as base64',
  })
  .refine(({ base64, encoding }) => encoding === undefined || base64 === undefined, {
    path: ['encoding'],
    message: 'is of text, and base64 has the bytes themselves',
  })
  .meta({ id: 'ImportFile', description: 'A file to import.' });

const check = z.boolean().default(true).describe('True: only report what was found; false: load it, all or nothing.');

const shared = {
  files: z.array(importFile).min(1).max(100).describe('Files to import, which are read together.'),
  mapping: z
    .record(z.string().min(1).max(500), z.string().min(1).max(500))
    .default({})
    .describe('Meaning of names: an ISIN, a currency, `skip`, or `new` if a world file is created.'),
  dates: z.enum(DATE_STYLES).optional().describe('Order of year, month and day in dates, if the dates do not show it.'),
  decimal: z.enum(['.', ',']).optional().describe('Decimal separator, if the numbers do not show it.'),
  delimiter: z.enum([',', ';', '\t', '|']).optional().describe('Cell separator, if the header does not show it.'),
  currency: z
    .string()
    .regex(/^(?:[A-Z]{3}|GBp|ZAc|ILa)$/, 'is not a currency like EUR')
    .optional()
    .describe('Currency of prices whose rows do not state it, or base currency of portfolios.'),
  stale_rates: z.boolean().default(false).describe('True: exchange rates older than a month may be used.'),
  exchange: mic
    .optional()
    .describe('The only exchange to use; by default every exchange of an instrument, or its primary one.'),
};

const priceFiles = {
  ...shared,
  columns: z
    .record(z.string().max(500), z.enum(PRICE_MEANINGS))
    .default({})
    .describe('Meanings of columns, by header, in place of those that are detected.'),
  total_return: z.boolean().default(false).describe('True: dividends of the files are reinvested.'),
};

/** Files of prices within a request, for that request alone. */
export const pricesToRead = z
  .strictObject(priceFiles)
  .meta({ id: 'PricesToRead', description: 'Files of prices, and how to read them.' });
export type PricesToRead = z.output<typeof pricesToRead>;

export const importPricesRequest = z
  .strictObject({
    ...priceFiles,
    check,
    use: z
      .enum(['world', 'lab'])
      .default('world')
      .describe(
        'Use for which the prices are checked: this world takes prices after its present, a lab run also those before.',
      ),
  })
  .refine(({ check: only, use }) => only || use === 'world', {
    path: ['use'],
    message: 'is lab, which loads nothing: start a lab run with the files',
  })
  .meta({ id: 'ImportPrices', description: 'Files of prices to import.' });
export type ImportPricesRequest = z.output<typeof importPricesRequest>;

export const importPortfoliosRequest = z
  .strictObject({
    ...shared,
    check,
    columns: z
      .record(z.string().max(500), z.enum(PORTFOLIO_MEANINGS))
      .default({})
      .describe('Meanings of columns, by header, in place of those that are detected.'),
    types: z
      .record(z.string().max(500), z.enum(TYPE_MEANINGS))
      .default({})
      .describe('Effects of types of transaction, by their names in the files, in place of those that are known.'),
    form: z
      .enum(['A', 'B'])
      .optional()
      .describe('Form of the portfolios; by default B if there are target weights, otherwise A.'),
    tax_jurisdiction: createPortfolioABody.shape.tax_jurisdiction
      .default('DE')
      .describe('Country of taxation of portfolios of Form A.'),
    account_type: z.enum(ACCOUNT_TYPES).default('depot').describe('Type of account of portfolios of Form A.'),
    tax_wrapper: z.enum(TAX_WRAPPERS).default('Depot').describe('Tax wrapper of portfolios of Form B.'),
    cash: money.optional().describe('Cash in the base currency, in place of what the files state.'),
  })
  .meta({ id: 'ImportPortfolios', description: 'Files of portfolios to import.' });
export type ImportPortfoliosRequest = z.output<typeof importPortfoliosRequest>;
