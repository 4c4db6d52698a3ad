/**
 * Prints the one line that sums up a whole check, and ends with 1 when anything failed.
 * Usage: node .ci/count-results.js <results.json…> [-- failed step…]. Plain JavaScript, because the host's Node may be old.
 */

import { readFileSync } from 'node:fs';

/** Steps that leave results, whose failed tests are counted one by one. */
const TEST_STEPS = ['test', 'deep'];

const words = process.argv.slice(2);
const end = words.includes('--') ? words.indexOf('--') : words.length;
const files = words.slice(0, end);
const failedSteps = words.slice(end + 1);
const counts = files.map(countTests);
const sum = (key) => counts.reduce((total, each) => total + each[key], 0);
// A run can fail without a failed test (an error outside of any); a missing result file is such a failure too.
const isCounted = (step) => TEST_STEPS.includes(step) && (counts[TEST_STEPS.indexOf(step)]?.failed ?? 0) > 0;
const allFailed = sum('failed') + failedSteps.filter((step) => !isCounted(step)).length;
if (failedSteps.length > 0) console.log(`failed: ${failedSteps.join(', ')}`);
console.log(`${sum('passed')} passed, ${allFailed} failed, ${sum('skipped')} skipped`);
process.exit(allFailed === 0 && counts.every(({ passed }) => passed > 0) ? 0 : 1);

/**
 * Counts single tests; a file that could not even be loaded has none, and counts as one failure. Tests that the run left
 * out by their tags are none of the skipped.
 */
function countTests(path) {
  const suites = readResults(path);
  const ran = new Set();
  for (const { assertionResults } of suites)
    for (const test of assertionResults)
      if (test.status === 'passed' || test.status === 'failed') ran.add(kindOf(test));
  const found = { passed: 0, failed: 0, skipped: 0 };
  for (const { status: outcome, assertionResults } of suites) {
    if (outcome === 'failed' && !assertionResults.some(({ status }) => status === 'failed')) found.failed += 1;
    for (const test of assertionResults) {
      if (test.status === 'passed' || test.status === 'failed') found[test.status] += 1;
      else if (ran.has(kindOf(test))) found.skipped += 1;
    }
  }
  return found;
}

/** What the runs choose tests by. */
function kindOf({ tags = [] }) {
  return ['deep', 'drawn'].find((tag) => tags.includes(tag)) || 'usual';
}

function readResults(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).testResults;
  } catch {
    return [];
  }
}
