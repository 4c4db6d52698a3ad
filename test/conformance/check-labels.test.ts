/** Labels of decisions: each opens one entry, and what many tests prove is divided into parts. */
import { expect, test } from 'vitest';
import { decisionsIn, decisionsOf } from '../../docs/site/decisions.ts';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { labelFaults } from './check-labels.ts';
import { UNDIVIDED_DECISIONS } from './undivided-decisions.ts';
import { writtenClaims } from './written-claims.ts';

const claimsOf = (claim: string, count: number) =>
  Array.from({ length: count }, (_each, index) => ({ claim, file: 'test/a.test.ts', title: `holds ${index}` }));
const faultsOf = (labels: readonly string[], claims = claimsOf('A1', 10), undivided: readonly string[] = []) =>
  labelFaults({ labels, claims, undivided });

test('every decision has a label of its own, and at most ten tests name it', () => {
  const root = packageRoot();
  const labels = decisionsOf(root).map(({ label }) => label);
  expect(labelFaults({ labels, claims: writtenClaims(root), undivided: UNDIVIDED_DECISIONS })).toEqual([]);
});

test('labels are those that open an entry, or a part below it', () => {
  const page =
    '- **A1.** One:\n  - **A1.1.** a\n    b.\n- **G10.**† Two; see **A2.**\n  - **B1.** no\n- **C1.2.** no\n';
  expect(decisionsIn(page)).toEqual([
    { label: 'A1', text: 'One:' },
    { label: 'A1.1', text: 'a b.' },
    { label: 'G10', text: 'Two; see **A2.**' },
  ]);
});

test('a label that stands twice, or below the entry of another, is told', () => {
  expect(faultsOf(['A1', 'A1.1', 'A2'], [])).toEqual([]);
  expect(faultsOf(['A1', 'A2', 'A1'])).toEqual(['A1 opens two entries; a label means one thing']);
  expect(faultsOf(['A1', 'A2', 'A1.1'], [])).toEqual(['A1.1 does not stand below the entry of A1']);
});

test('a test that names an entry with parts is told', () => {
  expect(faultsOf(['A1', 'A1.1'], claimsOf('A1', 1))).toEqual([
    'A1 has parts, one of which the test has to name: test/a.test.ts, holds 0',
  ]);
});

test('more than ten tests for a label are told, unless it is still to be divided', () => {
  expect(faultsOf(['A1'])).toEqual([]);
  expect(faultsOf(['A1'], claimsOf('A1', 11))).toEqual([
    '11 tests name A1, at most 10 may: divide its entry into parts, from A1.1 on, and let each test name what it proves',
  ]);
  expect(faultsOf(['A1', 'A1.1'], claimsOf('A1.1', 11))).toEqual([expect.stringContaining('divide it into several')]);
  expect(faultsOf(['A1'], claimsOf('A1', 11), ['A1'])).toEqual([]);
  expect(faultsOf(['A1'], claimsOf('A1', 10), ['A1'])).toEqual([expect.stringContaining('A1 is listed as undivided')]);
});
