/**
 * Wire schemas of what an import found (decision P4): what each column was taken for, what was read, what was left out
 * and why, and what cannot be read, by line and column. The command line prints the same with `--json`.
 */
import { z } from 'zod';
import { at, count, currencyText, isinText, real, text } from '../../fields/described.ts';
import { tradingCurrency } from '../../scenario/custom-market.ts';
import { DATE_STYLES, PORTFOLIO_MEANINGS, PRICE_MEANINGS } from './import-meanings.ts';

export const importIssue = z
  .strictObject({
    file: text('Name of the file.'),
    line: count('Line, from 1; in a workbook the row of the sheet.'),
    column: count(
      'Column from 1: the number of the cell in a table, of the character in other files; 0: the whole line.',
    ),
    name: text('Header of the column; empty where it has none.'),
    issue: text('What is wrong there, or why it was left out.'),
  })
  .meta({ id: 'ImportIssue', description: 'A place of an imported file, and what is said of it.' });
export type ImportIssue = z.infer<typeof importIssue>;

const importedColumn = z
  .strictObject({
    column: count('Number of the column, from 1.'),
    name: text('Its header.'),
    meaning: z.enum([...new Set([...PRICE_MEANINGS, ...PORTFOLIO_MEANINGS])]).describe('What it was taken for.'),
    subject: z.string().nullable().describe('Instrument or currency whose prices it holds; null in other columns.'),
    sample: text('Its first value.'),
  })
  .meta({ id: 'ImportedColumn', description: 'A column, and what it was taken for.' });
export type ImportedColumn = z.infer<typeof importedColumn>;

/** What a row says: what is held of an instrument or moved, or a price. */
const readFact = z
  .strictObject({
    kind: z
      .enum([
        'position',
        'buy',
        'sell',
        'transfer_in',
        'transfer_out',
        'split',
        'merger_in',
        'merger_out',
        'price',
        'rate',
      ])
      .describe('What is held, what moved it, or what is priced.'),
    subject: text('ISIN of the instrument, or a currency; what the file calls it where nobody knows it.'),
    name: text('What it is called.'),
    quantity: real('Shares; of a split, by how many they change.').nullable(),
    price: real('Of one share, costs included; of a rate, units for one euro.').nullable(),
    currency: text('Of the price; empty: that of the portfolio or of the exchange.'),
    date: z.string().nullable().describe('Its date; null where the row has none.'),
  })
  .meta({ id: 'ReadFact', description: 'What was understood of a row.' });
export type ReadFact = z.infer<typeof readFact>;

const importedRow = z
  .strictObject({
    line: count('Line, from 1.'),
    cells: z
      .array(z.string())
      .describe('Its cells, at most 200 of them and 200 characters of each; none of XML or JSON.'),
    facts: z.array(readFact).describe('What it says; the first 3 of them.'),
    fact_count: count('How many there are.'),
    remarks: z.array(z.string()).describe('Why it is not read, or what of it is left out; the first 3.'),
    status: z
      .enum(['read', 'left_out', 'unread'])
      .describe('`left_out`: it is not part of the result; `unread`: it has to be mended or mapped first.'),
  })
  .meta({ id: 'ImportedRow', description: 'A row of a file beside what was understood of it.' });
export type ImportedRow = z.infer<typeof importedRow>;

const importedFile = z
  .strictObject({
    name: text('Name of the file.'),
    sheet: z
      .string()
      .nullable()
      .describe('Sheet that was read; null where it is no workbook, or has none that was chosen.'),
    sheets: z.array(z.string()).describe('Sheets of the workbook; none where it is no workbook.'),
    layout: z
      .enum([
        'wide',
        'long',
        'single',
        'rates',
        'positions',
        'transactions',
        'portfolio_performance',
        'ghostfolio',
        'unknown',
      ])
      .describe('What it was taken for.'),
    delimiter: z.string().nullable().describe('What separates its cells; null where it is no table of text.'),
    dates: z.enum(DATE_STYLES).nullable().describe('How its dates are written; null where it has none.'),
    decimal: z.enum(['.', ',']).nullable().describe('Its decimal separator; null where nothing shows it.'),
    rows: count('Rows that were read.'),
    columns: z.array(importedColumn).describe('Its columns in their order; none where it is no table.'),
    first_rows: z.array(importedRow).describe('Its first 20 rows.'),
  })
  .meta({ id: 'ImportedFile', description: 'A file, and what it was taken for.' });
export type ImportedFile = z.infer<typeof importedFile>;

const nearInstrument = z
  .strictObject({ isin: isinText, name: text('Name of the instrument.') })
  .meta({ id: 'NearInstrument', description: 'An instrument with a similar name.' });

export const unknownName = z
  .strictObject({
    name: text('As it stands in the file.'),
    label: text('What else the file calls it; empty where it says no more.'),
    file: text('File in which it stands first.'),
    near: z.array(nearInstrument).describe('Instruments with similar names, the nearest first.'),
  })
  .meta({ id: 'UnknownName', description: 'A name that no instrument has: it has to be mapped, or left out.' });
export type UnknownName = z.infer<typeof unknownName>;

const importedSeries = z
  .strictObject({
    subject: text('ISIN of the instrument, or the currency of a rate against the euro.'),
    name: text('As it stands in the file.'),
    exchanges: z.array(z.string()).describe('Where its prices apply, by code; none for a rate.'),
    currency: currencyText,
    rows: count('Prices.'),
    from: z.string().describe('Date of the first.'),
    until: z.string().describe('Date of the last.'),
    gaps: count('Rows of its file that have no price of it.'),
  })
  .meta({ id: 'ImportedSeries', description: 'What was read of one instrument or currency.' });
export type ImportedSeries = z.infer<typeof importedSeries>;

const newInstrument = z
  .strictObject({
    isin: isinText,
    name: text('Name.'),
    type: z.literal('etf').describe('Assumed.'),
    sector: text('Assumed.'),
    currency: tradingCurrency.describe('Currency (ISO 4217).'),
    reference_price: real('Price on 2 March 2026, or the nearest.'),
    annual_volatility: real('Estimated from the prices.'),
    market_beta: real('Assumed.'),
    spread_bps: real('Assumed.'),
    average_daily_volume: real('Assumed.'),
    listings: z.array(z.string()).describe('The exchange that it would be listed at.'),
  })
  .meta({
    id: 'NewInstrument',
    description: 'An instrument that the world lacks, as `POST /sim/instruments` and world files take it.',
  });
export type NewInstrument = z.infer<typeof newInstrument>;

const newWorld = z
  .strictObject({
    clock: at('First instant at which every series has a price.'),
    until: z.string().describe('Last date of the series that ends first.'),
    ended: z.boolean().describe('Whether a series ends before the present of this world, which cannot take it.'),
  })
  .meta({
    id: 'NewWorldOfPrices',
    description: 'A world inside the prices, which `POST /sim/worlds` makes with `import`.',
  });

const shared = {
  loaded: z.boolean().describe('Whether it was loaded; false for a check, and where anything is wrong.'),
  refusal: z
    .string()
    .nullable()
    .describe('Why it cannot be loaded into this world as it is, as a sentence; null where it can.'),
  files: z.array(importedFile).describe('The files in their order.'),
  unknown: z.array(unknownName).describe('Names that have to be mapped before anything is loaded.'),
  issues: z.array(importIssue).describe('What cannot be read; with one of them nothing is loaded. 1000 at most.'),
  issue_count: count('How many there are.'),
  left_out: z.array(importIssue).describe('What is not part of the result, and why. 1000 at most.'),
  left_out_count: count('How many there are.'),
  notes: z.array(z.string()).describe('What was assumed, as sentences.'),
};

export const priceImportReport = z
  .strictObject({
    ...shared,
    series: z.array(importedSeries).describe('What was read, by instrument and currency.'),
    new_instruments: z.array(newInstrument).describe('Instruments that the world lacks.'),
    new_world: newWorld
      .nullable()
      .describe('Where prices begin before the present of this world: the new world that would meet them; else null.'),
  })
  .meta({ id: 'PriceImportReport', description: 'What an import of prices found.' });
export type PriceImportReport = z.infer<typeof priceImportReport>;

const importedPortfolio = z
  .strictObject({
    name: text('Name.'),
    portfolio_id: z.string().nullable().describe('Its identifier; null before it is loaded.'),
    form: z.enum(['A', 'B']).describe('Form that it has.'),
    currency: currencyText,
    cash: real('Base currency.'),
    positions: count('Positions.'),
    lots: count('Tax lots of them.'),
  })
  .meta({ id: 'ImportedPortfolio', description: 'A portfolio that was read.' });

const unknownType = z
  .strictObject({
    type: text('As it stands in the file; empty for rows with a quantity and no type.'),
    file: text('File in which it stands first.'),
    line: count('Line of its first row.'),
    rows: count('Rows that have it.'),
  })
  .meta({ id: 'UnknownType', description: 'A type of transactions of which nobody knows what it does to a position.' });
export type UnknownTypeOfReport = z.infer<typeof unknownType>;

export const portfolioImportReport = z
  .strictObject({
    ...shared,
    unknown_types: z
      .array(unknownType)
      .describe('Types of transactions that have to be mapped before anything is loaded.'),
    portfolios: z.array(importedPortfolio).describe('What was read.'),
  })
  .meta({ id: 'PortfolioImportReport', description: 'What an import of portfolios found.' });
export type PortfolioImportReport = z.infer<typeof portfolioImportReport>;
