/** The check of claims itself finds missing proofs, unknown claims and exemptions that are not needed. */
import { expect, test } from 'vitest';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { type Known, type Proof, unknownClaims, unproven } from './check-claims.ts';
import { conformancePage } from './conformance-page.ts';
import { claimsIn, knownClaims, writtenClaims } from './written-claims.ts';

const KNOWN: Known = {
  statements: { '2.1 name': 'A | name.', '2.1 currency': 'A currency.' },
  decisions: ['A1', 'A2'],
  divided: ['A5'],
  exempt: { A2: 'not there yet' },
};
const proof = (claim: string, change: Partial<Proof> = {}): Proof => {
  return { claim, file: 'test/a.test.ts', title: 'holds', outcome: 'passed', ...change };
};
const ALL = ['2.1 name', '2.1 currency', 'A1'].map((claim) => proof(claim));

test('nothing is reported if everything is proven or exempt', () => {
  expect([...unknownClaims(ALL, KNOWN), ...unproven(ALL, KNOWN)]).toEqual([]);
});

test('a statement or decision without a test is reported, and so is one whose test fails', () => {
  const proofs = [proof('2.1 name'), proof('2.1 currency', { outcome: 'failed' })];
  expect(unproven(proofs, KNOWN)).toEqual([
    'no passing test proves 2.1 currency: A currency.',
    'no passing test proves A1',
  ]);
});

test('a claim whose test cannot run on this machine is not reported as unproven', () => {
  const proofs = [...ALL.slice(0, 2), proof('A1', { outcome: 'cannot run' })];
  expect(unproven(proofs, KNOWN)).toEqual([]);
});

test('a decision about a screen may be left to deep tests in the browser, and no statement may', () => {
  const leftOut = (claim: string, file: string) => proof(claim, { outcome: 'left out', file });
  expect(unproven([...ALL.slice(0, 2), leftOut('A1', 'test/e2e/a.test.ts')], KNOWN)).toEqual([]);
  expect(unproven([...ALL.slice(0, 2), leftOut('A1', 'test/api/a.test.ts')], KNOWN)).toHaveLength(1);
  expect(unproven([...ALL.slice(1), leftOut('2.1 name', 'test/e2e/a.test.ts')], KNOWN)).toHaveLength(1);
});

test('an unknown claim is reported with its test', () => {
  expect(unknownClaims([proof('A3')], KNOWN)).toEqual(['"A3" is no statement and no decision: test/a.test.ts, holds']);
});

test('a claim of an entry that has parts is reported, because tests prove its parts', () => {
  expect(unknownClaims([proof('A5')], KNOWN)).toEqual([expect.stringContaining('"A5" has parts')]);
});

test('an exemption of a proven or unknown decision is reported', () => {
  expect(unproven([...ALL, proof('A2')], KNOWN)).toEqual([expect.stringContaining('A2 is exempt for nothing')]);
  expect(unproven(ALL, { ...KNOWN, exempt: { A2: 'why', A9: 'why' } })).toEqual([expect.stringContaining('A9')]);
});

test('the page shows two titles of a file and the number of others, and escapes its table', () => {
  const claims = ['holds', 'b', 'c', 'd'].map((title) => ({ claim: '2.1 name', file: 'test/a.test.ts', title }));
  const page = conformancePage([...claims, { claim: 'A1', file: 'test/a.test.ts', title: 'holds' }], KNOWN);
  expect(page).toContain('| 2.1 name | A \\| name. | `test/a.test.ts`: holds; b and 2 more |');
  expect(page).toContain('| A1 | `test/a.test.ts`: holds |');
  expect(page).toContain('| A2 | not there yet |');
});

test('claims are read from the text of files, with the title of each', () => {
  const text = [
    "test('is so', proves('2.1 name', 'A1'), async () => {});",
    "test.each([1])(\"says '%s'\", { ...proves('A2'), tags: ['deep'] }, () => {});",
    "test('is not', () => {});",
  ].join('\n');
  expect(claimsIn(text)).toEqual([
    { claim: '2.1 name', title: 'is so' },
    { claim: 'A1', title: 'is so' },
    { claim: 'A2', title: "says '%s'" },
  ]);
});

test('every statement and every decision that is not exempt is claimed by the text of a test', () => {
  const root = packageRoot();
  const claimed = new Set(writtenClaims(root).map(({ claim }) => claim));
  const { statements, decisions, exempt } = knownClaims(root);
  expect([...Object.keys(statements), ...decisions].filter((each) => !claimed.has(each) && !(each in exempt))).toEqual(
    [],
  );
});
