/** Which scenarios remain with the filters of the library. */
import { expect, test } from 'vitest';
import {
  countTags,
  matchesScenarioFilters,
  scenarioFiltersIn,
} from '../../../src-renderer/screens/scenarios/library/match-scenario-filters.ts';

const run = (status: 'passed' | 'failed') => ({ scenario_run_id: 'sr_1', status, duration_ms: 5 });
const scenario = { tags: ['form-b', 'faults'], origin: 'own' as const, last_run: run('failed') };

test.each([
  ['', true],
  ['tags=faults', true],
  ['tags=faults,form-b', true],
  ['tags=faults,costs', false],
  ['origin=own', true],
  ['origin=shipped', false],
  ['outcome=failed', true],
  ['outcome=none', false],
  ['tags=&origin=', true],
])('the filters %j leave it: %s', (search, isLeft) => {
  expect(matchesScenarioFilters(scenario, scenarioFiltersIn(new URLSearchParams(search)))).toBe(isLeft);
});

test('a scenario without a run has none as its result', () => {
  const filters = scenarioFiltersIn(new URLSearchParams('outcome=none'));
  expect(matchesScenarioFilters({ ...scenario, last_run: null }, filters)).toBe(true);
});

test('frequent tags come first, equal ones by name', () => {
  expect(countTags([{ tags: ['b', 'c'] }, { tags: ['c'] }, { tags: ['a'] }])).toEqual([
    ['c', 2],
    ['a', 1],
    ['b', 1],
  ]);
});
