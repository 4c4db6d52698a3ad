/** The market data that comes with Ballast, shared by all worlds of a process. */
import { join } from 'node:path';
import { FATE_FILE, withFateInstruments } from '../market/data/fate-instruments.ts';
import type { MarketData } from '../market/data/market-data.ts';
import { MARKET_FILES, parseMarketData } from '../market/data/parse-market-data.ts';
import { readJsonFiles } from '../system/files/world-files.ts';

export interface MarketFacts {
  readonly market: MarketData;
  /** SHA-256 of each file, for the fingerprint. */
  readonly hashes: Readonly<Record<string, string>>;
}

/** Read once per process: they never change, and hundreds of worlds may begin one after the other. */
export function readMarketFacts(root: string): MarketFacts {
  const known = knownFacts.get(root);
  if (known !== undefined) return known;
  const { values, hashes } = readJsonFiles(join(root, 'fixtures/market'), { ...MARKET_FILES, fates: FATE_FILE });
  const { fates, ...documents } = values;
  const facts = { market: withFateInstruments(parseMarketData(documents), fates), hashes };
  knownFacts.set(root, facts);
  return facts;
}

const knownFacts = new Map<string, MarketFacts>();
