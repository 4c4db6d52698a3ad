/** The texts and charts of a lab run: its frontier, its best figures, differences in words, names without overlaps. */
import { describe, expect, it } from 'vitest';
import { areComparable, bestMean, standingOf } from '../../../src-renderer/screens/lab/run/best-mean.ts';
import {
  differenceOf,
  differenceSentence,
  type PairedFigures,
} from '../../../src-renderer/screens/lab/run/difference-sentence.ts';
import { fanRows } from '../../../src-renderer/screens/lab/run/fan-rows.ts';
import { formatFigure, measureCalled } from '../../../src-renderer/screens/lab/run/measure-format.ts';
import { type Box, placeLabels } from '../../../src-renderer/screens/lab/run/place-labels.ts';
import { policyPoints } from '../../../src-renderer/screens/lab/run/policy-points.ts';
import { chosenIndices, toggled } from '../../../src-renderer/screens/lab/run/use-chosen-policies.ts';
import type { LabPolicyResult } from '../../../src-server/contract/control/lab/lab-runs.ts';
import { onFrontier } from '../../../src-server/lab/summarise-lab.ts';

const DRIFT = measureCalled('mean_drift');
const COSTS = measureCalled('total_costs_bps');

function resultOf(policy: string, drift: number, cost: number): LabPolicyResult {
  const figures = (name: string, mean: number) => ({
    name,
    count: 10,
    mean,
    ci_low: mean * 0.9,
    ci_high: mean * 1.1,
    p5: mean,
    p25: mean,
    median: mean,
    p75: mean,
    p95: mean,
    lowest: [],
    highest: [],
  });
  const measures = [figures('mean_drift', drift), figures('total_costs_bps', cost)];
  return { policy, paths: 10, measures, on_frontier: false, value_over_time: [], drift_over_time: [] };
}

const RESULTS = [
  resultOf('Buy and hold', 0.16, 0),
  resultOf('Monthly', 0.02, 4),
  resultOf('Yearly', 0.06, 2),
  resultOf('Bands', 0.05, 1),
];

describe('the frontier', () => {
  it('is that of the service if the measures are its own', () => {
    const points = policyPoints(RESULTS, DRIFT, COSTS);
    const served = onFrontier([
      { drift: 0.16, cost: 0 },
      { drift: 0.02, cost: 4 },
      { drift: 0.06, cost: 2 },
      { drift: 0.05, cost: 1 },
    ]);
    const drawn = RESULTS.map(({ policy }) => points.find((point) => point.policy === policy)?.isOnFrontier);
    expect(drawn).toEqual(served);
    expect(points.map(({ policy }) => policy)).toEqual(['Monthly', 'Bands', 'Yearly', 'Buy and hold']);
  });

  it('has its values in per cent, with the ends of their intervals', () => {
    const [first] = policyPoints(RESULTS.slice(1, 2), DRIFT, COSTS);
    expect(first).toMatchObject({ x: 2, y: 4, yRange: [3.6, 4.4] });
  });

  it('leaves out a policy without figures yet', () => {
    expect(policyPoints([{ ...resultOf('New', 0, 0), measures: [] }], DRIFT, COSTS)).toEqual([]);
  });
});

describe('the best figure', () => {
  it('is the lowest of a measure that should be low', () => {
    expect(bestMean(RESULTS, DRIFT)).toBe(0.02);
  });

  it('is none where all are the same', () => {
    expect(bestMean([resultOf('One', 0.1, 1), resultOf('Other', 0.1, 2)], DRIFT)).toBeNull();
  });
});

describe('a policy among the others', () => {
  const [first = resultOf('', 0, 0), second = first] = RESULTS;
  const running = { status: 'running', paths: 100 } as const;

  it('without a path is not called dominated', () => {
    const results = [first, { ...second, paths: 0, measures: [] }];
    expect(areComparable(results, running)).toBe(false);
    expect(results.map((result) => standingOf(result, running, false))).toEqual([
      '10 of 100 paths',
      'not yet simulated',
    ]);
  });

  it('is compared once all have the same paths, or the run is complete', () => {
    expect(areComparable(RESULTS, running)).toBe(true);
    expect(areComparable([first, { ...second, paths: 9 }], { status: 'complete' })).toBe(true);
    expect(standingOf({ ...first, on_frontier: true }, running, true)).toBe('on the frontier');
    expect(standingOf(first, running, true)).toBe('another policy has less drift, costs and gains tax');
  });
});

const figures = (name: string, mean: number, low: number | null, high: number | null): PairedFigures => ({
  name,
  count: 200,
  mean,
  ci_low: low,
  ci_high: high,
  is_significant: low !== null && high !== null && (low > 0 || high < 0),
});

describe('a difference on the same paths', () => {
  const pair = (measures: PairedFigures[]) => ({ policy: 'Quarterly', against: 'Monthly', measures });

  it('shows what is more than chance, and by how much', () => {
    const measures = [figures('total_costs_bps', -0.74, -0.78, -0.7), figures('mean_drift', 0.004, 0.0038, 0.0042)];
    expect(differenceSentence(pair(measures), 'EUR')).toBe(
      'Quarterly pays 0.74\u00a0bps a year less in costs and gains tax than Monthly (95 % confidence: 0.70 to 0.78) and drifts 0.40\u00a0points more (95 % confidence: 0.38 to 0.42), measured on the same 200 price paths.',
    );
  });

  it('shows indistinguishable and equal results', () => {
    const measures = [figures('total_costs_bps', 0.1, -0.2, 0.4), figures('mean_drift', 0, 0, 0)];
    expect(differenceSentence(pair(measures), 'EUR')).toBe(
      'Quarterly shows no clear difference from Monthly in costs and gains tax (95 % confidence: \u22120.20 to 0.40\u00a0bps a year) and drifts the same, measured on the same 200 price paths.',
    );
  });

  it('on one path has no interval', () => {
    const measures = [{ ...figures('total_costs_bps', 0.5, null, null), count: 1 }];
    expect(differenceSentence(pair(measures), 'EUR')).toBe(
      'Quarterly pays 0.50\u00a0bps a year more in costs and gains tax than Monthly, measured on one price path.',
    );
  });

  it('of policies that have no path in common says so', () => {
    expect(differenceSentence(pair([]), 'EUR')).toBe('Quarterly and Monthly have no completed path in common yet.');
  });

  it('turns its sign and its interval where the service has it the other way round', () => {
    const served = [pair([figures('total_costs_bps', -0.74, -0.78, -0.7)])];
    expect(differenceOf(served, 'Monthly', 'Quarterly')?.measures).toEqual([
      figures('total_costs_bps', 0.74, 0.7, 0.78),
    ]);
    expect(differenceOf(served, 'Monthly', 'Yearly')).toBeNull();
  });
});

it.each([
  ['mean_drift', 0.02478, '2.48\u202f%'],
  ['total_costs_bps', 3.667, '3.67\u00a0bps'],
  ['orders_a_year', 66.474, '66.47'],
  ['value_at_end', 1_734_745.34, '1\u202f734\u202f745\u00a0EUR'],
])('%s is written in its unit', (name, value, text) => {
  expect(formatFigure(value, measureCalled(name), 'EUR')).toBe(text);
});

describe('the chosen policies', () => {
  it('are the first two, or existing ones of the address', () => {
    expect(chosenIndices('', 5)).toEqual([1, 0]);
    expect(chosenIndices('', 1)).toEqual([0]);
    expect(chosenIndices('3-9-2', 5)).toEqual([3, 2]);
    expect(chosenIndices('x', 5)).toEqual([1, 0]);
  });

  it('are two at most, and one at least', () => {
    expect(toggled([1, 0], 4)).toEqual([0, 4]);
    expect(toggled([1, 0], 1)).toEqual([0]);
    expect(toggled([0], 0)).toEqual([0]);
  });
});

it('a fan behind another has gaps where that continues', () => {
  const point = { at: '2026-06-01T00:00:00Z', p5: 0.01, p25: 0.02, median: 0.03, p75: 0.04, p95: 0.05 };
  const ahead = { ...resultOf('Ahead', 0, 0), drift_over_time: [point] };
  const [row] = fanRows([ahead, resultOf('Behind', 0, 0)], 'drift');
  expect(row?.atMs).toBe(Date.parse(point.at));
  expect(row?.fans[0]?.median).toBeCloseTo(3);
  expect(row?.fans[1]).toBeNull();
});

describe('the names of points', () => {
  const area: Box = { x: 0, y: 0, width: 400, height: 200 };
  const boxOf = ({ textX, textY, name }: { textX: number; textY: number; name: string }) => ({
    left: textX,
    right: textX + name.length * 6.7,
    top: textY - 7.5,
    bottom: textY + 7.5,
  });

  it('do not overlap where points are close', () => {
    const points = [0, 1, 2, 3].map((step) => ({ name: `Policy ${step}`, x: 200 + 4 * step, y: 100 + 4 * step }));
    const boxes = placeLabels(points, [], area).map(boxOf);
    const overlapping = boxes.flatMap((one, index) =>
      boxes
        .slice(index + 1)
        .filter(
          (other) =>
            one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom,
        ),
    );
    expect(overlapping).toEqual([]);
  });

  it('remain within the chart at its edges', () => {
    const points = [
      { name: 'At the right edge', x: 398, y: 100 },
      { name: 'In the corner', x: 2, y: 198 },
    ];
    for (const box of placeLabels(points, [], area).map(boxOf)) {
      expect(box.left).toBeGreaterThanOrEqual(0);
      expect(box.right).toBeLessThanOrEqual(400);
      expect(box.bottom).toBeLessThanOrEqual(200);
    }
  });

  it('are whole up to 34 characters, and retain their distinguishing end if they are longer', () => {
    const names = ['5/25 band, back to the target', '5/25 band, monthly, back to the edge of the band'];
    const labels = placeLabels(
      names.map((name, index) => ({ name, x: 100, y: 50 + 80 * index })),
      [],
      area,
    );
    expect(labels.map(({ label }) => label)).toEqual([names[0], '5/25 band, monthl…edge of the band']);
  });

  it('avoid the line that joins points', () => {
    const line = [100, 300, 390].map((x) => ({ x, y: 100 }));
    const [label] = placeLabels([{ name: 'On the line', x: 300, y: 100 }], [line], area);
    expect(Math.abs((label?.textY ?? 100) - 100)).toBeGreaterThan(10);
  });

  it('avoid the interval of their own point', () => {
    const interval = [40, 160].map((y) => ({ x: 200, y }));
    const across = [0, 400].map((x) => ({ x, y: 100 }));
    const [label] = placeLabels([{ name: 'Monthly', x: 200, y: 100 }], [interval, across], area);
    const box = boxOf(label ?? { textX: 0, textY: 0, name: '' });
    expect(box.left > 200 || box.right < 200).toBe(true);
    expect(box.top > 100 || box.bottom < 100).toBe(true);
  });
});
