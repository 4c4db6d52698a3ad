/**
 * The key of everything other than the scenario that determines a result: version, market data and format of results.
 */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../kernel/canonical-json.ts';
import { packageRoot, packageVersion } from '../../system/package-root.ts';
import { readMarketFacts } from '../../world/market-facts.ts';

/** Incremented with every change of the stored result of a job, or of the task that a worker gets. */
const RESULT_SCHEMA = 2;
const HASH_CHARS = 12;

/** Results with different keys are never mixed: `0.1.0, market data 1f0c…, results 1`. */
export function currentCompatibilityKey(): string {
  const root = packageRoot();
  const { hashes } = readMarketFacts(root);
  const market = createHash('sha256').update(canonicalJson(hashes)).digest('hex').slice(0, HASH_CHARS);
  return `${packageVersion(root)}, market data ${market}, results ${RESULT_SCHEMA}`;
}
