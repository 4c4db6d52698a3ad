/** The market, options and public monthly index levels for the tests of this folder; the levels come from a formula. */

import { expect } from 'vitest';
import type { ImportIssue } from '../../src-server/contract/control/imports/import-report.ts';
import { type KnownMarket, knownMarketOf } from '../../src-server/imports/names/known-market.ts';
import {
  importPortfolios,
  type PortfolioImportOptions,
} from '../../src-server/imports/portfolios/import-portfolios.ts';
import type { PriceImportOptions } from '../../src-server/imports/prices/import-prices.ts';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { readMarketFacts } from '../../src-server/world/market-facts.ts';

export const KNOWN: KnownMarket = knownMarketOf(readMarketFacts(packageRoot()).market);

export const SAP = 'DE0007164600';
export const WORLD_ETF = 'IE00B4L5Y983';
/** At XETR and XMIL, both in EUR. */
export const OVERNIGHT = 'LU0290358497';

export const TABLE = {
  delimiter: null,
  dates: null,
  decimal: null,
  columns: {},
  mapping: {},
  currency: null,
  exchange: null,
  staleRates: false,
};
export const PRICES: PriceImportOptions = { ...TABLE, totalReturn: false };
export const PORTFOLIOS: PortfolioImportOptions = {
  ...TABLE,
  types: {},
  form: null,
  jurisdiction: 'DE',
  accountType: 'depot',
  wrapper: 'Depot',
  cash: null,
  presentMs: Date.UTC(2026, 2, 2, 9, 30),
};

/** The last day of each month from January 2015 on. */
export const MONTH_ENDS = Array.from({ length: 24 }, (_unused, month) =>
  new Date(Date.UTC(2015, month + 1, 0)).toISOString().slice(0, 10),
);

/** Levels of two indices with two decimals: growth with a wave on it. */
export function levelOf(index: number, month: number): number {
  const growth = 1.005 + index * 0.002;
  return Math.round(1000 * growth ** month * (1 + 0.05 * Math.sin(month / (2 + index))) * 100) / 100;
}

/** `line: column issue`, the short form for a table of tests. */
export function issueText({ line, column, issue }: ImportIssue): string {
  return `${line}: ${column} ${issue}`;
}

/** One file of a portfolio: its report, the positions of its first portfolio, and its issues as short texts. */
export function readPortfolio(text: string, options: Partial<PortfolioImportOptions> = {}, name = 'mine.csv') {
  const { report, entries } = importPortfolios([{ name, text }], KNOWN, { ...PORTFOLIOS, ...options });
  return { report, positions: entries[0]?.positions ?? [], issues: report.issues.map(issueText) };
}

/** Quantity and cost of the lots of the first position of a file without issues. */
export function lotsRead(text: string, options: Partial<PortfolioImportOptions> = {}) {
  const { positions, issues, report } = readPortfolio(text, options);
  expect([issues, report.refusal]).toEqual([[], null]);
  return positions[0]?.lots?.map(({ quantity, unit_cost }) => [quantity, unit_cost]);
}
