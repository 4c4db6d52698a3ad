/**
 * Prints the findings of the architecture checks, by room, and their number: `node test/architecture/print-findings.ts
 * [PATH…]`, limited to paths with these prefixes.
 */

import { packageRoot } from '../../src-server/system/package-root.ts';
import { checkTree } from './check-tree.ts';
import { type Finding, formatFinding } from './finding.ts';

const beginnings = process.argv.slice(2);
const findings = checkTree(packageRoot()).filter(
  ({ path }) => beginnings.length === 0 || beginnings.some((beginning) => path.startsWith(beginning)),
);
for (const [room, found] of Map.groupBy(findings, ({ path }) => roomOf(path))) {
  process.stdout.write(`\n${room}: ${count(found)}\n`);
  for (const finding of found) process.stdout.write(`  ${formatFinding(finding)}\n`);
}
process.stdout.write(`\n${count(findings) || 'nothing found'}\n`);

function count(found: readonly Finding[]): string {
  return [...Map.groupBy(found, ({ check }) => check)].map(([check, some]) => `${some.length} ${check}`).join(', ');
}

/** The first two folders of a path. */
function roomOf(path: string): string {
  return /^(?:[^/]+\/){1,2}/.exec(path)?.[0] ?? path;
}
