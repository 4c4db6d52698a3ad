/** Checks the labels of decisions, and the number of tests that name each. Pure. */
import { isPart, wholeOf } from '../../docs/site/decisions.ts';
import type { WrittenClaim } from './written-claims.ts';

/** An entry that more tests prove is more than one rule. A table of tests counts once. */
export const MAX_TESTS = 10;

interface Labels {
  /** Of every entry and part, in the order of the pages. */
  readonly labels: readonly string[];
  readonly claims: readonly Pick<WrittenClaim, 'claim' | 'file' | 'title'>[];
}

export function labelIssues({ labels, claims }: Labels): string[] {
  const twice = labels.filter((label, index) => labels.indexOf(label) !== index);
  const wholes = new Set(labels.filter(isPart).map(wholeOf));
  return [
    ...twice.map((label) => `${label} opens two entries; a label means one thing`),
    ...strayParts(labels).map((label) => `${label} does not stand below the entry of ${wholeOf(label)}`),
    ...claims
      .filter(({ claim }) => wholes.has(claim))
      .map(({ claim, file, title }) => `${claim} has parts, one of which the test has to name: ${file}, ${title}`),
    ...manyTests({ labels, claims }),
  ];
}

function strayParts(labels: readonly string[]): string[] {
  const opened = labels.map((_label, index) => labels.slice(0, index + 1).findLast((each) => !isPart(each)));
  return labels.filter((label, index) => isPart(label) && opened[index] !== wholeOf(label));
}

function manyTests({ labels, claims }: Labels): string[] {
  const counted = [...new Set(labels)].map((label) => ({
    label,
    count: claims.filter(({ claim }) => claim === label).length,
  }));
  return counted
    .filter(({ count }) => count > MAX_TESTS)
    .map(({ label, count }) => {
      const remedy = isPart(label) ? 'divide it into several' : `divide its entry into parts, from ${label}.1 on`;
      return `${count} tests name ${label}, at most ${MAX_TESTS} may: ${remedy}, and let each test name what it proves`;
    });
}
