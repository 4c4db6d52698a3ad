/** What computes a result besides the scenario: version, market data, and how results are written down. */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../kernel/canonical-json.ts';
import { packageRoot, packageVersion } from '../../system/package-root.ts';
import { readMarketFacts } from '../../world/market-facts.ts';

/** Grows with every change of what is kept of a job, or of how a job is described to a worker. */
const RESULT_SCHEMA = 1;
const HASH_CHARS = 12;

/** Results of two editions are not compared, so a sweep has one: `0.1.0, market data 1f0c…, results 1`. */
export function currentCompatibilityKey(): string {
  const root = packageRoot();
  const { hashes } = readMarketFacts(root);
  const market = createHash('sha256').update(canonicalJson(hashes)).digest('hex').slice(0, HASH_CHARS);
  return `${packageVersion(root)}, market data ${market}, results ${RESULT_SCHEMA}`;
}
