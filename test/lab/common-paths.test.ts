/**
 * Tests the frontier of a lab run that is under way: policies are compared on the paths that all of them have
 * completed.
 */
import { expect, test } from 'vitest';
import type { LabTask } from '../../src-server/lab/lab-task.ts';
import { summariseLab } from '../../src-server/lab/summarise-lab.ts';
import { createMemorySweepResultStore } from '../../src-server/sweep/memory-sweep-result-store.ts';
import { proves } from '../conformance/proves.ts';

const POLICIES = ['Monthly', 'Quarterly', 'Waiting'];
const PLAN = { seeds: [], variations: [] };

type Lives = readonly (readonly [policy: number, seed: number, drift: number, cost: number])[];

function resultOf(lives: Lives, status: 'running' | 'complete') {
  const store = createMemorySweepResultStore();
  for (const [index, [policy, seed, drift, cost]] of lives.entries()) {
    store.save({ place: index, identity: String(index), input: { seed, vary: {} } }, policy, {
      status: 'passed',
      head: '',
      events: 0,
      simulatedMs: 0,
      durationMs: 0,
      failure: null,
      figures: { mean_drift: drift, total_costs_bps: cost },
    });
  }
  const task = {
    portfolios: [{ name: 'EU', record: { currency: 'EUR' } }],
    policies: POLICIES.map((name) => ({ name, terms: {} })),
    fromMs: 0,
    toMs: 1,
  } as unknown as LabTask;
  const [result] = summariseLab({ store, plan: PLAN, task }, status);
  return result?.policies ?? [];
}

function frontierOf(lives: Lives) {
  return resultOf(lives, 'running')
    .filter(({ on_frontier: isOn }) => isOn)
    .map(({ policy }) => policy);
}

test('a costly path that only one policy has completed does not affect the frontier', proves('P2.3'), () => {
  const common = [
    [0, 1, 0.02, 4],
    [1, 1, 0.03, 5],
  ] as const;
  expect(frontierOf(common)).toEqual(['Monthly']);
  expect(frontierOf([...common, [0, 2, 0.09, 90]])).toEqual(['Monthly']);
});

test('policies without a common path have no frontier', proves('P2.3'), () => {
  expect(
    frontierOf([
      [0, 1, 0.02, 4],
      [1, 2, 0.03, 5],
    ]),
  ).toEqual([]);
});

test('figures are of the common paths until a run is complete; then they are of all', () => {
  const lives = [
    [0, 1, 0.02, 4],
    [1, 1, 0.03, 5],
    [0, 2, 0.06, 90],
  ] as const;
  const figuresOf = (status: 'running' | 'complete') =>
    resultOf(lives, status).map(({ policy, paths, measures }) => [
      policy,
      paths,
      measures.find(({ name }) => name === 'mean_drift')?.mean.toFixed(3),
    ]);
  expect(figuresOf('running')).toEqual([
    ['Monthly', 1, '0.020'],
    ['Quarterly', 1, '0.030'],
    ['Waiting', 0, undefined],
  ]);
  expect(figuresOf('complete')).toEqual([
    ['Monthly', 2, '0.040'],
    ['Quarterly', 1, '0.030'],
    ['Waiting', 0, undefined],
  ]);
});
