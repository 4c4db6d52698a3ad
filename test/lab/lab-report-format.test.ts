/** Tests the texts and number formats of a lab report: as in the app, and differences of shares in points. */
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
    name,
    count: 100,
    mean: 0.01,
    ci_low: 0.009,
    ci_high: 0.011,
    p5: 0,
    p25: 0,
    median: 0,
    p75: 0,
    p95: 0,
    lowest: [],
    highest: [],
  }));
  return { policy, paths: 100, measures, on_frontier: isOnFrontier, value_over_time: [], drift_over_time: [] };
}

const RESULT: LabPortfolioResult = {
  portfolio: 'EU-Balanced-001',
  currency: 'EUR',
  policies: [policyOf('Quarterly', true), policyOf('Monthly', false)],
  differences: [
    {
      policy: 'Monthly',
      against: 'Quarterly',
      measures: [
        {
          name: 'return_after_liquidation',
          count: 100,
          mean: -0.0028,
          ci_low: -0.0046,
          ci_high: -0.001,
          is_significant: true,
        },
      ],
    },
  ],
};

const RUN: LabRunWire = {
  lab_run_id: 'lr_1',
  name: 'Policies',
  status: 'complete',
  portfolios: [],
  policies: [],
  failures: [],
  from: '2026-03-02T09:00:00.000Z',
  to: '2036-03-02T09:00:00.000Z',
  check: 'month',
  paths: 1_000,
  seeds: '1..1000',
  execution: 'at_mid_plus_costs',
  taxes: true,
  with_constraints: true,
  cash_flow: null,
  done: 2_000,
  lives: 2_000,
  failed: 0,
  elapsed_ms: 1,
  left_ms: null,
  error: null,
  unproven: null,
  created_at: '2026-03-02T09:00:00.000Z',
  results: [RESULT],
} as LabRunWire;

describe('the conclusion', () => {
  it('gives the size of a difference in points, and its interval with the same sign', proves('P8.2'), () => {
    expect(labConclusion(RESULT, true).slice(-2)).toEqual([
      'In return after liquidation, 1 of 1 pairs of policies differs significantly (95 %). Chance alone would produce about 0.1.',
      'The largest difference: Monthly returns 0.28 points a year less than Quarterly (95 %: 0.10 to 0.46 points).',
    ]);
  });

  it('has its point in the header, before the figures', proves('P8.4'), () => {
    const [header] = labReport(RUN).split('</header>');
    expect(header).toContain('Quarterly has both the least drift and the lowest costs and gains tax.');
  });
});

function measured(policy: string, isOnFrontier: boolean, drift: number, cost: number): LabPolicyResult {
  const result = policyOf(policy, isOnFrontier);
  const means: Readonly<Record<string, number>> = { mean_drift: drift, total_costs_bps: cost };
  return { ...result, measures: result.measures.map((each) => ({ ...each, mean: means[each.name] ?? each.mean })) };
}

describe('the point', () => {
  const pointOf = (...policies: LabPolicyResult[]) => labConclusion({ ...RESULT, policies }, true)[0];
  const [monthly, hold] = [measured('Monthly', true, 0.014, 55), measured('Hold', true, 0.063, 0)];

  it('is the compromise between drift and costs, with its savings', () => {
    expect(pointOf(hold, measured('Yearly', true, 0.03, 19), measured('Late', true, 0.05, 14), monthly)).toBe(
      'Yearly is the best compromise: it costs 36.00 bps less per year and has 1.60 points more drift than Monthly, which drifts least; Hold costs 19.00 bps less per year and has 3.30 points more drift than Yearly. Drift and cost are each scaled from 0, the best policy, to 1, the worst. The best compromise has the smallest sum of the two.',
    );
  });

  it('compares the two ends if nothing between them is worth it', () => {
    const ends =
      'Monthly has the least drift; Hold costs 55.00 bps less per year and has 4.90 points more drift than Monthly.';
    expect(pointOf(monthly, hold)).toBe(ends);
    expect(pointOf(monthly, measured('Dear', true, 0.06, 54), hold)).toBe(ends);
  });

  it('is that there is no result as long as no path is common', () => {
    expect(pointOf(measured('Monthly', false, 0.014, 55))).toMatch(/^No path is complete under every policy/);
  });
});

describe('a policy that is not on the frontier', () => {
  const policies = [
    measured('Monthly', true, 0.014, 55),
    measured('Hold', true, 0.063, 0),
    measured('5/25', false, 0.02, 60),
  ];
  const conclusionOf = (isDriftSure: boolean, isCostSure: boolean, taxes = true) => {
    const figures = { count: 40, mean: 1, ci_low: 0.5, ci_high: 1.5 };
    const measures = [
      { ...figures, name: 'mean_drift', is_significant: isDriftSure },
      { ...figures, name: 'total_costs_bps', is_significant: isCostSure },
    ];
    const differences = [
      { policy: '5/25', against: 'Monthly', measures },
      { policy: 'Hold', against: 'Monthly', measures },
    ];
    return labConclusion({ ...RESULT, policies, differences }, taxes);
  };

  it('is called worse only if it differs significantly in both', proves('P8.4'), () => {
    expect(conclusionOf(true, true)[2]).toBe('5/25 (2.00 %, 60.00 bps a year) is worse in both than Monthly.');
    for (const sentences of [conclusionOf(true, false), conclusionOf(false, true)]) {
      expect(sentences[2]).toBe(
        '5/25 (2.00 %, 60.00 bps a year) is not among them, but none of them is significantly better in both measures (95 %).',
      );
    }
  });

  it('is compared in words that say which part may be chance', () => {
    expect(conclusionOf(true, false)[0]).toContain(
      'Hold costs 55.00 bps less per year (not significant) and has 4.90 points more drift than Monthly.',
    );
  });

  it('is followed by the effect of the tax that is not paid', () => {
    const deferred =
      'Gains tax that Hold has not paid by the end is deferred, not saved: the return after liquidation includes it.';
    expect(conclusionOf(true, true)).toContain(deferred);
    expect(conclusionOf(true, true, false)).not.toContain(deferred);
  });
});

describe('a report of a run that is under way', () => {
  const page = labReport({ ...RUN, status: 'running', done: 516, lives: 900 });

  it('says so before its figures, and calls its conclusion preliminary', () => {
    expect(page).toContain('This run is still under way.</b> 516 of 900 simulations are complete.');
    expect(page).toContain('<strong>So far:</strong>');
    expect(page).toContain('<h2>Conclusion so far</h2>');
    expect(page).not.toContain('In short');
  });
});

const EU: LabRunWire['portfolios'][number] = {
  name: 'EU',
  portfolio_id: null,
  currency: 'EUR',
  value: 1_617_644.5,
  portfolio_drift: 0.1337,
  max_drift: 0.0671,
  constraints: { gains_tax_budget: 5000, max_turnover: 0.1 },
};

describe('the start of a run', () => {
  const policies: LabRunWire['policies'] = [
    { name: 'At 5 %', when: [{ drift: { threshold: 0.05 } }], to: 'target', band_5_25: false },
  ];
  const start = 'EU starts with 1\u202f617\u202f644.50\u00a0EUR, portfolio drift 13.37 % and max drift 6.71 %';

  it('is stated with its time and with the constraints that limit every policy', proves('P8.5'), () => {
    const page = labReport({ ...RUN, policies, portfolios: [EU] });
    expect(page).toContain('The run starts on 2026-03-02 09:00 UTC.');
    expect(page).toContain(
      `${start}, under these constraints: turnover limit 10.00 % and gains tax budget 5\u202f000.00\u00a0EUR per plan.`,
    );
    expect(page).toContain('all positions are traded back to their targets, as far as constraints allow.');
    expect(page).toContain('they may prevent a policy from reaching the targets');
    expect(page).toContain('A gains tax budget applies to each plan, not to a year');
  });

  it('says that constraints are left out, and that there are none', proves('P8.5'), () => {
    const free = { ...RUN, policies, portfolios: [{ ...EU, constraints: {} }] };
    const [without, none] = [labReport({ ...free, with_constraints: false }), labReport(free)];
    expect(without).toContain(`${start}, and without its constraints.`);
    expect(without).toContain('The constraints of the portfolios do not apply in this run.');
    expect(none).not.toContain('A gains tax budget applies');
    expect(none).toContain(`${start}, and has no constraints.`);
    expect(none).toContain('all positions are traded back to their targets.');
  });
});

it('describes each policy and lists the costs that are not counted', () => {
  const monthly = { name: 'Monthly', when: [{ calendar: { every: 'month', day: 'first', at: 'open' } }] } as const;
  const policies: LabRunWire['policies'] = [{ ...monthly, when: [...monthly.when], to: 'target', band_5_25: false }];
  const portfolios = [{ ...EU, constraints: {} }];
  const page = labReport({ ...RUN, policies, portfolios, cash_flow: { amount: -500, every: 'month' } });
  expect(page).toContain(
    '<dt>Monthly</dt><dd>On the first day of every month on which all exchanges of the portfolio are open, if a position deviates',
  );
  expect(page).toContain('500.00\u00a0EUR is paid out every month; no other cash flow scheduled for a portfolio is');
  expect(labReport(RUN)).toContain('No cash flows are included');
});

describe('the figures', () => {
  it('have the digit groups of the app, also in intervals', () => {
    expect(formatMeasure(1_697_644, MONEY, 'EUR')).toBe('1\u202f697\u202f644 EUR');
    expect(formatInterval(1_538_000, 1_702_000, MONEY, 'EUR')).toBe('1\u202f538\u202f000 to 1\u202f702\u202f000');
    expect(labReport(RUN)).toContain('1\u202f000 paths');
  });

  it('have no minus sign before a zero', () => {
    expect(formatMeasure(-0.00001, SHARE, 'EUR')).toBe('0.00 %');
    expect(formatInterval(-0.00001, -0.0024, SHARE, 'EUR')).toBe('0.00 to \u22120.24 %');
  });

  it('differ by points if they are shares, with the names of both policies', () => {
    expect(formatDifference(-0.0028, SHARE, 'EUR')).toBe('\u22120.28 points');
    const page = labReport(RUN);
    expect(page).toContain('Monthly minus Quarterly');
    expect(page).toContain('\u22120.28 points *<br><span class="quiet">\u22120.46 to \u22120.10 points</span>');
  });

  it('are folded if there are many pairs, and stay open to be printed if there are few', proves('P8.3'), () => {
    const differences = Array.from({ length: 7 }, () => RESULT.differences)
      .flat()
      .slice(0, 7);
    const folded = labReport({ ...RUN, results: [{ ...RESULT, differences }] });
    expect(folded).toContain('<details><summary>All 7 pairs of policies on the same paths');
    expect(labReport({ ...RUN, results: [{ ...RESULT, differences: differences.slice(0, 6) }] })).not.toContain(
      '<details>',
    );
  });
});
