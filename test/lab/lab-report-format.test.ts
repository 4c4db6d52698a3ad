/** What the report of a lab run says and how it writes numbers: as the app does, differences of shares in points. */
import { describe, expect, it } from 'vitest';
import { LAB_MEASURES } from '../../src-server/contract/control/lab/lab-measures.ts';
import type {
  LabPolicyResult,
  LabPortfolioResult,
  LabRunWire,
} from '../../src-server/contract/control/lab/lab-runs.ts';
import { labConclusion } from '../../src-server/lab/report/lab-conclusion.ts';
import { formatDifference, formatInterval, formatMeasure } from '../../src-server/lab/report/lab-format.ts';
import { labReport } from '../../src-server/lab/report/lab-report.ts';
import { proves } from '../conformance/proves.ts';

const SHARE = { unit: 'share' } as const;
const MONEY = { unit: 'money' } as const;

function policyOf(policy: string, isOnFrontier: boolean): LabPolicyResult {
  const measures = LAB_MEASURES.map(({ name }) => ({
    ...{ name, count: 100, mean: 0.01, ci_low: 0.009, ci_high: 0.011 },
    ...{ p5: 0, p25: 0, median: 0, p75: 0, p95: 0, lowest: [], highest: [] },
  }));
  return { policy, paths: 100, measures, on_frontier: isOnFrontier, value_over_time: [], drift_over_time: [] };
}

const RESULT: LabPortfolioResult = {
  portfolio: 'EU-Balanced-001',
  currency: 'EUR',
  policies: [policyOf('Quarterly', true), policyOf('Monthly', false)],
  differences: [
    {
      ...{ policy: 'Monthly', against: 'Quarterly' },
      measures: [
        {
          ...{ name: 'return_after_liquidation', count: 100, mean: -0.0028 },
          ...{ ci_low: -0.0046, ci_high: -0.001, is_significant: true },
        },
      ],
    },
  ],
};

const RUN: LabRunWire = {
  ...{ lab_run_id: 'lr_1', name: 'Policies', status: 'complete', portfolios: [], policies: [], failures: [] },
  ...{ from: '2026-03-02T09:00:00.000Z', to: '2036-03-02T09:00:00.000Z', check: 'month', paths: 1_000 },
  ...{ seeds: '1..1000', execution: 'at_mid_plus_costs', taxes: true, done: 2_000, lives: 2_000, failed: 0 },
  ...{ elapsed_ms: 1, left_ms: null, error: null, unproven: null, created_at: '2026-03-02T09:00:00.000Z' },
  results: [RESULT],
} as LabRunWire;

describe('the conclusion', () => {
  it('says the size of a difference in points, and its interval with the same sign', proves('P8'), () => {
    expect(labConclusion(RESULT).slice(-2)).toEqual([
      'In return after liquidation, 1 of 1 pairs of policies differs significantly (95 %). Chance alone would produce about 0.1.',
      'The largest difference: Monthly returns 0.28 points a year less than Quarterly (95 %: 0.10 to 0.46 points).',
    ]);
  });

  it('has its point in the header, before the figures', proves('P8'), () => {
    const [header] = labReport(RUN).split('</header>');
    expect(header).toContain('No other policy has both less mean portfolio drift and lower costs and gains tax than');
  });
});

describe('the figures', () => {
  it('have the groups of the app, also in intervals', () => {
    expect(formatMeasure(1_697_644, MONEY, 'EUR')).toBe('1\u202f697\u202f644 EUR');
    expect(formatInterval(1_538_000, 1_702_000, MONEY, 'EUR')).toBe('1\u202f538\u202f000 to 1\u202f702\u202f000');
    expect(labReport(RUN)).toContain('1\u202f000 paths');
  });

  it('differ by points where they are shares, which are named by both policies', () => {
    expect(formatDifference(-0.0028, SHARE, 'EUR')).toBe('\u22120.28 points');
    const page = labReport(RUN);
    expect(page).toContain('Monthly minus Quarterly');
    expect(page).toContain('\u22120.28 points *<br><span class="quiet">\u22120.46 to \u22120.10 points</span>');
  });
});
