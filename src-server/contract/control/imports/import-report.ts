/**
 * API schemas of the result of an import (decision P4): the meaning of each column, the imported and the skipped parts
 * with the reasons, and the issues by line and column. The command line prints the same with `--json`.
 */
import { z } from 'zod';
import { at, count, currencyText, isinText, real, text } from '../../fields/described.ts';
import { customCurrency } from '../../scenario/custom-market.ts';
import { DATE_STYLES, PORTFOLIO_MEANINGS, PRICE_MEANINGS } from './import-meanings.ts';

const importIssue = z
  .strictObject({
    file: text('Name of the file.'),
    line: count('Line number, from 1; in a workbook, the row of the sheet.'),
    column: count('Column number, from 1: the cell in a table, the character in other files; 0: the whole line.'),
    name: text('Header of the column; empty if it has none.'),
    issue: text('Description of what is wrong there, or of why it was left out.'),
  })
  .meta({ id: 'ImportIssue', description: 'A place in an imported file, and what is wrong there.' });
export type ImportIssue = z.infer<typeof importIssue>;

const importedColumn = z
  .strictObject({
    column: count('Number of the column, from 1.'),
    name: text('Header of the column.'),
    meaning: z
      .enum([...new Set([...PRICE_MEANINGS, ...PORTFOLIO_MEANINGS])])
      .describe('Meaning that the column was taken to have.'),
    subject: z
      .string()
      .nullable()
      .describe('Instrument or currency whose prices the column holds; null for other columns.'),
    sample: text('First value in the column.'),
  })
  .meta({ id: 'ImportedColumn', description: 'A column, and the meaning it was taken to have.' });
export type ImportedColumn = z.infer<typeof importedColumn>;

/** The content of a row: a position, a transaction, or a price. */
const readFact = z
  .strictObject({
    kind: z
      .enum([
        'position',
        'cash',
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
      .describe('Kind of fact: a holding, cash, a transaction, a price or an exchange rate.'),
    subject: text('ISIN of the instrument, or a currency; the name in the file if it is unknown.'),
    name: text('Name of the instrument or currency.'),
    quantity: real('Number of shares; for a split, the change in their number; for cash, its amount.').nullable(),
    price: real('Price of one share, costs included; for a rate, units per euro.').nullable(),
    currency: text('Currency of the price; empty: the currency of the portfolio or of the exchange.'),
    date: z.string().nullable().describe('Date of the row; null if it has none.'),
  })
  .meta({ id: 'ReadFact', description: 'A fact that was read from a row.' });
export type ReadFact = z.infer<typeof readFact>;

const importedRow = z
  .strictObject({
    line: count('Line number, from 1.'),
    cells: z
      .array(z.string())
      .describe('Cells of the row, at most 200 of them and 200 characters of each; none for XML or JSON.'),
    facts: z.array(readFact).describe('Facts that were read from the row; the first 3 of them.'),
    fact_count: count('Number of facts in the row.'),
    remarks: z.array(z.string()).describe('Reasons the row was not read, or what was left out of it; the first 3.'),
    status: z
      .enum(['read', 'left_out', 'unread'])
      .describe('`left_out`: the row is not part of the result; `unread`: it has to be corrected or mapped first.'),
  })
  .meta({ id: 'ImportedRow', description: 'A row of a file, and what was read from it.' });
export type ImportedRow = z.infer<typeof importedRow>;

const importedFile = z
  .strictObject({
    name: text('Name of the file.'),
    sheet: z
      .string()
      .nullable()
      .describe('Sheet that was read; null if the file is not a workbook, or no sheet was chosen.'),
    sheets: z.array(z.string()).describe('Sheets of the workbook; none if the file is not a workbook.'),
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
      .describe('Layout that the file was taken to have.'),
    delimiter: z.string().nullable().describe('Cell separator; null if the file is not a table of text.'),
    dates: z.enum(DATE_STYLES).nullable().describe('Order of year, month and day in its dates; null if it has none.'),
    decimal: z.enum(['.', ',']).nullable().describe('Decimal separator; null if nothing shows it.'),
    rows: count('Number of rows that were read.'),
    columns: z.array(importedColumn).describe('Columns of the file, in order; none if it is not a table.'),
    first_rows: z.array(importedRow).describe('First 20 rows of the file.'),
  })
  .meta({ id: 'ImportedFile', description: 'A file, and the layout it was taken to have.' });
export type ImportedFile = z.infer<typeof importedFile>;

const nearInstrument = z
  .strictObject({ isin: isinText, name: text('Name of the instrument.') })
  .meta({ id: 'NearInstrument', description: 'An instrument with a similar name.' });

const unknownName = z
  .strictObject({
    name: text('Name as written in the file.'),
    label: text('Another name for it in the file; empty if there is none.'),
    file: text('File in which it first occurs.'),
    near: z.array(nearInstrument).describe('Instruments with similar names, nearest first.'),
  })
  .meta({ id: 'UnknownName', description: 'A name that no instrument has: it has to be mapped or left out.' });
export type UnknownName = z.infer<typeof unknownName>;

const importedSeries = z
  .strictObject({
    subject: text('ISIN of the instrument, or the currency of a rate against the euro.'),
    name: text('Name as written in the file.'),
    exchanges: z.array(z.string()).describe('Exchanges at which its prices apply, by MIC; none for a rate.'),
    currency: currencyText,
    rows: count('Number of prices.'),
    from: z.string().describe('Date of the first price.'),
    until: z.string().describe('Date of the last price.'),
    gaps: count('Number of rows in its file that have no price for it.'),
  })
  .meta({ id: 'ImportedSeries', description: 'Prices that were read for one instrument or currency.' });
export type ImportedSeries = z.infer<typeof importedSeries>;

const newInstrument = z
  .strictObject({
    isin: isinText,
    name: text('Name of the instrument.'),
    type: z.literal('etf').describe('Type of the instrument (assumed).'),
    sector: text('Sector (assumed).'),
    currency: customCurrency.describe('Currency (ISO 4217).'),
    reference_price: real('Price on 2 March 2026, or the nearest one.'),
    annual_volatility: real('Annual volatility, estimated from the prices.'),
    market_beta: real('Market beta (assumed).'),
    spread_bps: real('Spread in basis points (assumed).'),
    average_daily_volume: real('Average daily volume (assumed).'),
    listings: z.array(z.string()).describe('Exchange that it would be listed at.'),
  })
  .meta({
    id: 'NewInstrument',
    description: 'An instrument that the world does not have, as `POST /sim/instruments` and world files take it.',
  });
export type NewInstrument = z.infer<typeof newInstrument>;

const newWorld = z
  .strictObject({
    clock: at('First instant at which every series has a price.'),
    until: z.string().describe('Last date of the series that ends first.'),
    ended: z.boolean().describe('Whether a series ends before the present of this world, which cannot load it.'),
  })
  .meta({
    id: 'NewWorldOfPrices',
    description: 'A world within the period of the prices, which `POST /sim/worlds` creates with `import`.',
  });

const shared = {
  loaded: z.boolean().describe('Whether the files were loaded; false for a check, and if anything is wrong.'),
  refusal: z
    .string()
    .nullable()
    .describe('Reason the files cannot be loaded into this world as it is, as a sentence; null if they can.'),
  files: z.array(importedFile).describe('Files, in order.'),
  unknown: z.array(unknownName).describe('Names that have to be mapped before anything is loaded.'),
  issues: z
    .array(importIssue)
    .describe('Issues with what cannot be read, at most 1000; if there is any, nothing is loaded.'),
  issue_count: count('Total number of issues.'),
  left_out: z.array(importIssue).describe('Places that are not part of the result, and the reasons, at most 1000.'),
  left_out_count: count('Total number of places left out.'),
  notes: z.array(z.string()).describe('Assumptions that were made, as sentences.'),
};

export const priceImportReport = z
  .strictObject({
    ...shared,
    series: z.array(importedSeries).describe('Series that were read, by instrument and currency.'),
    new_instruments: z.array(newInstrument).describe('Instruments that the world does not have.'),
    new_world: newWorld
      .nullable()
      .describe('If prices begin before the present of this world, a new world that would cover them; otherwise null.'),
  })
  .meta({ id: 'PriceImportReport', description: 'Report of an import of prices.' });
export type PriceImportReport = z.infer<typeof priceImportReport>;

const importedPortfolio = z
  .strictObject({
    name: text('Name of the portfolio.'),
    portfolio_id: z.string().nullable().describe('Identifier of the portfolio; null before it is loaded.'),
    form: z.enum(['A', 'B']).describe('Form of the portfolio.'),
    currency: currencyText,
    cash: real('Cash, in the base currency.'),
    targets: real('Sum of the target weights, of 1; the rest is the cash target. Null in Form A.').nullable(),
    positions: count('Number of positions.'),
    lots: count('Number of tax lots of the positions.'),
  })
  .meta({ id: 'ImportedPortfolio', description: 'A portfolio that was read.' });

const unknownType = z
  .strictObject({
    type: text('Type as written in the file; empty for rows with a quantity but no type.'),
    file: text('File in which it first occurs.'),
    line: count('Line of its first row.'),
    rows: count('Number of rows that have it.'),
  })
  .meta({ id: 'UnknownType', description: 'A type of transaction whose effect on a position is unknown.' });
export const portfolioImportReport = z
  .strictObject({
    ...shared,
    unknown_types: z
      .array(unknownType)
      .describe('Types of transaction that have to be mapped before anything is loaded.'),
    portfolios: z.array(importedPortfolio).describe('Portfolios that were read.'),
  })
  .meta({ id: 'PortfolioImportReport', description: 'Report of an import of portfolios.' });
export type PortfolioImportReport = z.infer<typeof portfolioImportReport>;
