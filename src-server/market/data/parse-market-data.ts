/**
 * Parses the eleven fixture documents, already JSON-parsed, into `MarketData`. Collects every issue of every file
 * before it throws; reads no files itself.
 */
import { z } from 'zod';
import { dividendsFile, withholdingTaxFile } from '../dividends/dividend-schemas.ts';
import { fxFile, gainsTaxFile, taxMethodsFile, tickSizesFile, transactionTaxesFile } from '../rates/rate-schemas.ts';
import { exchangesFile } from './exchange-schema.ts';
import { instrumentEntry, instrumentsFile } from './instrument-schema.ts';
import { crossCheck } from './market-checks.ts';
import type { MarketData } from './market-data.ts';
import { jsonPointer, MarketDataError, type MarketDataIssue } from './market-data-error.ts';
import { settlementFile } from './settlement-schema.ts';
import { venueEntry, venuesFile } from './venue-schema.ts';

/** The file of each document, below `fixtures/market`. */
export const MARKET_FILES = {
  exchanges: 'exchanges.json',
  fx: 'fx.json',
  instruments: 'instruments.json',
  tickSizes: 'tick-sizes.json',
  transactionTaxes: 'transaction-taxes.json',
  venues: 'venues.json',
  taxMethods: 'tax-methods.json',
  gainsTax: 'gains-tax.json',
  dividends: 'dividends.json',
  withholdingTax: 'withholding-tax.json',
  settlement: 'settlement.json',
} as const;

/** The JSON documents by the keys of `MARKET_FILES`. */
export type RawMarketData = Readonly<Record<keyof typeof MARKET_FILES, unknown>>;

/** Throws MarketDataError with every issue of every file. */
export function parseMarketData(raw: RawMarketData): MarketData {
  const issues: MarketDataIssue[] = [];
  const exchanges = parseFile(MARKET_FILES.exchanges, exchangesFile, raw.exchanges, issues);
  const instruments = parseFile(MARKET_FILES.instruments, instrumentsFile, raw.instruments, issues);
  const fx = parseFile(MARKET_FILES.fx, fxFile, raw.fx, issues);
  const tickSizes = parseFile(MARKET_FILES.tickSizes, tickSizesFile, raw.tickSizes, issues);
  const transactionTaxes = parseFile(MARKET_FILES.transactionTaxes, transactionTaxesFile, raw.transactionTaxes, issues);
  const venues = parseFile(MARKET_FILES.venues, venuesFile, raw.venues, issues);
  const taxMethods = parseFile(MARKET_FILES.taxMethods, taxMethodsFile, raw.taxMethods, issues);
  const gainsTax = parseFile(MARKET_FILES.gainsTax, gainsTaxFile, raw.gainsTax, issues);
  const dividends = parseFile(MARKET_FILES.dividends, dividendsFile, raw.dividends, issues);
  const withholding = parseFile(MARKET_FILES.withholdingTax, withholdingTaxFile, raw.withholdingTax, issues);
  const settlement = parseFile(MARKET_FILES.settlement, settlementFile, raw.settlement, issues);
  const simulation = venues?.global ?? null;
  issues.push(
    ...crossCheck({
      exchanges,
      instruments: instruments ?? validEntries(raw.instruments, 'instruments', instrumentEntry),
      venues: venues?.venues ?? validEntries(raw.venues, 'venues', venueEntry),
      transactionTaxes,
      settlement,
      simulation,
      dividends,
    }),
  );

  const isMarket = exchanges && instruments && fx && tickSizes && venues && settlement;
  const areTaxes = transactionTaxes && taxMethods && gainsTax && dividends && withholding;
  if (issues.length > 0 || !isMarket || !areTaxes) throw new MarketDataError(issues);
  return {
    exchanges: new Map(exchanges.map((exchange) => [exchange.mic, exchange])),
    instruments: new Map(instruments.map((instrument) => [instrument.isin, instrument])),
    fates: new Map(),
    venues: new Map(venues.venues.map((venue) => [venue.mic, venue])),
    simulation: venues.global,
    fx,
    tickSizes,
    transactionTaxes: new Map(transactionTaxes.map((tax) => [tax.code, tax])),
    taxMethods,
    gainsTaxRates: gainsTax,
    dividends: new Map(dividends.map((facts) => [facts.isin, facts])),
    withholding,
    settlement,
  };
}

function parseFile<S extends z.ZodType>(
  file: string,
  schema: S,
  document: unknown,
  issues: MarketDataIssue[],
): z.output<S> | null {
  const result = schema.safeParse(document);
  if (result.success) return result.data;
  for (const issue of result.error.issues) issues.push(...flattenIssue(file, issue));
  return null;
}

/** Returns the valid entries of an invalid file's list, with null in place of the others. */
function validEntries<S extends z.ZodType>(document: unknown, list: string, entry: S): readonly (z.output<S> | null)[] {
  const file = z.looseObject({ [list]: z.array(z.unknown()) }).safeParse(document);
  const entries = file.success ? (file.data[list] as readonly unknown[]) : [];
  return entries.map((candidate) => {
    const result = entry.safeParse(candidate);
    return result.success ? result.data : null;
  });
}

/** Returns one issue per unknown key, because zod reports them together at their parent. */
function flattenIssue(file: string, issue: z.core.$ZodIssue): readonly MarketDataIssue[] {
  if (issue.code !== 'unrecognized_keys') return [{ file, pointer: jsonPointer(issue.path), issue: issue.message }];
  return issue.keys.map((key) => ({ file, pointer: jsonPointer([...issue.path, key]), issue: 'unknown field' }));
}
