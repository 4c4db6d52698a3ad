/**
 * Test instruments, whose orders have a fixed fate in every world (decision O8): the schema of `fate-instruments.json`,
 * and how they are added to a market. The fates are carried out elsewhere.
 */
import { z } from 'zod';
import { FATES } from '../../domain/identifiers/fate.ts';
import { isIsin } from '../../domain/identifiers/isin.ts';
import { instrumentEntry } from './instrument-schema.ts';
import { instrumentIssues } from './market-checks.ts';
import type { Instrument, MarketData } from './market-data.ts';
import { MarketDataError, type MarketDataIssue } from './market-data-error.ts';

/** Their file, below `fixtures/market`. */
export const FATE_FILE = 'fate-instruments.json';

const fateFile = z.strictObject({
  note: z.string(),
  /** Properties that all of them share. */
  terms: z.record(z.string(), z.unknown()),
  instruments: z.array(
    z.strictObject({
      isin: z.string().refine((isin) => isIsin(isin) && isin.startsWith('QZ'), 'expected an ISIN that begins with QZ'),
      symbol: z.string(),
      name: z.string(),
      fate: z.enum(FATES),
    }),
  ),
});

/**
 * Returns `market` with the test instruments after its own. MarketDataError if the document, already JSON-parsed, is
 * invalid.
 */
export function withFateInstruments(market: MarketData, document: unknown): MarketData {
  const file = fateFile.safeParse(document);
  if (!file.success) throw new MarketDataError(file.error.issues.map(({ path, message }) => issueAt(path, message)));
  const fates = new Map(file.data.instruments.map(({ isin, fate }) => [isin, fate]));
  const instruments = new Map(market.instruments);
  const issues: MarketDataIssue[] = [];
  file.data.instruments.forEach(({ fate: _fate, ...own }, index) => {
    const entry = instrumentEntry.safeParse({ ...file.data.terms, ...own });
    if (!entry.success) {
      issues.push(...entry.error.issues.map(({ path, message }) => issueAt(['instruments', index, ...path], message)));
      return;
    }
    issues.push(...issuesOf(entry.data, market).map((issue) => issueAt(['instruments', index], issue)));
    instruments.set(own.isin, entry.data);
  });
  if (issues.length > 0) throw new MarketDataError(issues);
  return { ...market, instruments, fates };
}

function issuesOf(instrument: Instrument, market: MarketData): string[] {
  const found = instrumentIssues(instrument, market).map(({ pointer, issue }) => `${pointer} ${issue}`);
  return market.instruments.has(instrument.isin) ? [...found, 'is an instrument of the market'] : found;
}

function issueAt(path: readonly PropertyKey[], issue: string): MarketDataIssue {
  return { file: FATE_FILE, pointer: `/${path.map(String).join('/')}`, issue };
}
