/** The limit that ended an exploration, and the faults that it left untried. */
import { expect, it } from 'vitest';
import {
  describeUntried,
  formatLimit,
  formatSearchLeft,
  formatTrialsOfSearch,
} from '../../../src-renderer/screens/explorer/run/search-limit.ts';

const REQUEST = { file: null, budget: '50s', trials: 40, only: null, jobs: null };
const ENDED: Parameters<typeof describeUntried>[0] = {
  status: 'complete',
  phase: 'over',
  ended_by: 'budget',
  request: REQUEST,
  single_faults: 66,
  single_faults_done: 26,
};

it('is named, with the number of faults that it left: 66 − 26 = 40', () => {
  expect(describeUntried(ENDED)).toBe(
    'The budget of 50s ended the search: 40 of 66 single faults were not tried. Explore again with a larger budget to try them.',
  );
  expect(describeUntried({ ...ended('trials'), phase: 'shrinking' })).toContain(
    'The limit of 40 trials ended the search',
  );
  expect([formatLimit(ENDED), formatLimit(ended('trials')), formatLimit(ended(null))]).toEqual([
    'budget of 50s',
    'limit of 40 trials',
    'nothing left to try',
  ]);
});

it('is not shown while the search continues, or where every single fault was tried', () => {
  expect(describeUntried({ ...ENDED, phase: 'single_faults' })).toBeNull();
  expect(describeUntried({ ...ENDED, single_faults_done: 66 })).toBeNull();
  expect(describeUntried(ended(null))).toBeNull();
});

it('is shown while it runs: the rest of its budget, and then its findings', () => {
  const running = { status: 'running', phase: 'random', search_left_ms: 71_200, suspected: 2 } as const;
  expect(formatSearchLeft(running)).toBe('1 min 12 s of the search');
  expect(formatSearchLeft({ ...running, search_left_ms: null })).toBeNull();
  expect(formatSearchLeft({ ...running, phase: 'shrinking', search_left_ms: null })).toBe('2 findings to rerun');
  expect(formatSearchLeft({ ...running, status: 'complete', phase: 'over' })).toBeNull();
});

it('distinguishes the trials of the search from all: 82 − 40 − 2 = 40', () => {
  expect(formatTrialsOfSearch({ ...ended('trials'), trials: 82 })).toBe(
    '40 of the search, 2 without faults, 40 to confirm and shrink',
  );
  expect(formatTrialsOfSearch({ ...ended('trials'), trials: 42 })).toBe('40 of the search, 2 without faults');
  expect(formatTrialsOfSearch({ ...ENDED, trials: 82 })).toBeNull();
});

function ended(limit: 'trials' | null) {
  return { ...ENDED, ended_by: limit };
}
