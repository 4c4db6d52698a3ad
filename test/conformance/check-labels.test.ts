/** Labels of decisions: each belongs to one entry, and an entry that many tests prove is divided into parts. */
import { expect, test } from 'vitest';
import { decisionsIn, decisionsOf } from '../../docs/site/decisions.ts';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { labelIssues } from './check-labels.ts';
import { writtenClaims } from './written-claims.ts';

const claimsOf = (claim: string, count: number) =>
  Array.from({ length: count }, (_each, index) => ({ claim, file: 'test/a.test.ts', title: `holds ${index}` }));
const issuesOf = (labels: readonly string[], claims = claimsOf('A1', 10)) => labelIssues({ labels, claims });

test('every decision has a label of its own, and at most ten tests name it', () => {
  const root = packageRoot();
  const labels = decisionsOf(root).map(({ label }) => label);
  const issues = labelIssues({ labels, claims: writtenClaims(root) });
  expect(issues, issues.join('\n')).toEqual([]);
});

test('labels are those that begin an entry, or a part below it', () => {
  const page =
    '- **A1.** One:\n  - **A1.1.** a\n    b.\n- **G10.**† Two; see **A2.**\n  - **B1.** no\n- **C1.2.** no\n';
  expect(decisionsIn(page)).toEqual([
    { label: 'A1', text: 'One:' },
    { label: 'A1.1', text: 'a b.' },
    { label: 'G10', text: 'Two; see **A2.**' },
  ]);
});

test('refuses a label that occurs twice, or below the entry of another', () => {
  expect(issuesOf(['A1', 'A1.1', 'A2'], [])).toEqual([]);
  expect(issuesOf(['A1', 'A2', 'A1'])).toEqual(['A1 opens two entries; a label means one thing']);
  expect(issuesOf(['A1', 'A2', 'A1.1'], [])).toEqual(['A1.1 does not stand below the entry of A1']);
});

test('refuses a test that names an entry with parts', () => {
  expect(issuesOf(['A1', 'A1.1'], claimsOf('A1', 1))).toEqual([
    'A1 has parts, one of which the test has to name: test/a.test.ts, holds 0',
  ]);
});

test('refuses more than ten tests for one label', () => {
  expect(issuesOf(['A1'])).toEqual([]);
  expect(issuesOf(['A1'], claimsOf('A1', 11))).toEqual([
    '11 tests name A1, at most 10 may: divide its entry into parts, from A1.1 on, and let each test name what it proves',
  ]);
  expect(issuesOf(['A1', 'A1.1'], claimsOf('A1.1', 11))).toEqual([expect.stringContaining('divide it into several')]);
});
