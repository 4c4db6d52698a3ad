/**
 * Claims of tests that do not go over HTTP and do not name their claims themselves, because they are next to the tests
 * of the same numbers. A test that is renamed or fails leaves its claim unproven.
 */
import type { Claim } from './proves.ts';

export interface ProvenElsewhere {
  readonly claim: Claim;
  readonly file: string;
  /** The test's own title, without those of its groups. */
  readonly title: string;
}

const domain = (claim: Claim, file: string, title: string): ProvenElsewhere => {
  return { claim, file: `test/domain/${file}.test.ts`, title };
};

export const PROVEN_ELSEWHERE: readonly ProvenElsewhere[] = [
  domain('G13', 'costs/fill-costs', 'pays the minimum commission once per order: 3.00 GBP = 3.48 EUR, then nothing'),
  domain('G37', 'plan/net-fx', 'converts nothing if one currency pays for itself'),
  domain('G37', 'plan/net-fx', 'charges only the difference, on the larger side'),
  domain(
    'G24',
    'budget/brute-force',
    'removes drift within 0.1 % of the best of all sets of orders, and proves no more than that',
  ),
  domain(
    'G46',
    'explain/explain-venue',
    'reduced by a lack of cash goes to the exchange that costs least at the reduced size',
  ),
];
