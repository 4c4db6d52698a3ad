/**
 * Prints the one line that sums up a whole check, and ends with 1 when anything failed.
 * Usage: node .ci/count-results.js <vitest.json> [failed step…]. Plain JavaScript, because the host's Node may be old.
 */

import { readFileSync } from 'node:fs';

const [file, ...failedSteps] = process.argv.slice(2);
const { passed, failed, skipped } = countTests(file);
// A run can fail without a failed test (an error outside of any); a missing result file is such a failure too.
const otherFailures = failedSteps.filter((step) => step !== 'test' || failed === 0).length;
const allFailed = failed + otherFailures;
if (failedSteps.length > 0) console.log(`failed: ${failedSteps.join(', ')}`);
console.log(`${passed} passed, ${allFailed} failed, ${skipped} skipped`);
process.exit(allFailed === 0 && passed > 0 ? 0 : 1);

/** Counts single tests; a file that could not even be loaded has none, and counts as one failure. */
function countTests(path) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const suite of readResults(path)) {
    if (suite.status === 'failed' && !suite.assertionResults.some(({ status }) => status === 'failed'))
      counts.failed += 1;
    for (const { status } of suite.assertionResults) {
      if (status === 'passed') counts.passed += 1;
      else if (status === 'failed') counts.failed += 1;
      else counts.skipped += 1;
    }
  }
  return counts;
}

function readResults(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).testResults;
  } catch {
    return [];
  }
}
