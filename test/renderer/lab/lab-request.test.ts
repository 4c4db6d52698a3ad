/** The form of a lab run: the sentences of its policies, and its request. */
import { describe, expect, it } from 'vitest';
import { EMPTY_IMPORT_DRAFT } from '../../../src-renderer/components/imports/import-draft.ts';
import { describePolicy } from '../../../src-renderer/components/policies/describe-policy.ts';
import {
  countLives,
  DEFAULT_TERMS,
  type LabDraft,
  labRequest,
  ownHistory,
  yearsAfter,
} from '../../../src-renderer/screens/lab/new/lab-draft.ts';
import {
  addedTo,
  FIRST_PRESETS,
  LAB_PRESETS,
  type LabPolicyDraft,
  labPolicyBody,
  labTermsOf,
} from '../../../src-renderer/screens/lab/new/lab-policy-draft.ts';
import { startLabRun } from '../../../src-server/contract/control/lab/lab-runs.ts';
import { proves } from '../../conformance/proves.ts';

const presets = LAB_PRESETS.reduce<readonly LabPolicyDraft[]>(addedTo, []);
const DEFAULT: LabDraft = { ...DEFAULT_TERMS, portfolios: ['pf_1'], policies: presets, until: '2031-03-02 09:30' };
const sent = (draft: Partial<LabDraft> = {}) =>
  labRequest({ ...DEFAULT, ...draft }, { now: '2026-03-02T09:30:00.000Z', name: 'As usual' });

const FOUND = {
  loaded: false,
  refusal: null,
  files: [],
  unknown: [],
  issues: [],
  issue_count: 0,
  left_out: [],
  left_out_count: 0,
  notes: [],
  new_instruments: [],
  new_world: null,
};

describe('uploaded prices', () => {
  it('are one path, from the first to the last date that all of them have', () => {
    const span = (from: string, until: string) => ({
      subject: 'S',
      name: 'S',
      exchanges: [],
      currency: 'EUR',
      rows: 1,
      gaps: 0,
      from,
      until,
    });
    const files = {
      ...EMPTY_IMPORT_DRAFT,
      files: [{ name: 'a.csv', text: 'Date', encoding: 'utf-8' as const }],
      decimal: ',' as const,
    };
    const series = [span('2010-01-31', '2020-12-31'), span('2012-05-31', '2019-06-30')];
    const history = ownHistory(files, { ...FOUND, series });
    const draft = { prices: 'own' as const, history };
    expect(history).toMatchObject({ series: 2, from: '2012-05-31', until: '2019-06-30' });
    expect(sent(draft)).toMatchObject({
      to: '2019-06-30T00:00:00Z',
      paths: { import: { files: files.files, decimal: ',', total_return: false } },
    });
    expect(countLives({ ...DEFAULT, ...draft, paths: 50 })).toBe(9);
    expect(sent({ history })).toMatchObject({ to: '2031-03-02T09:30:00.000Z', paths: { seeds: '1..100' } });
  });
});

describe('the preset policies', () => {
  it('describe themselves in a sentence each', () => {
    expect(presets.map((draft) => describePolicy(draft, false))).toMatchInlineSnapshot(`
      [
        "Never trades.",
        "On the first day of every month on which all exchanges of the portfolio are open, if a position deviates from its target by more than 1 % of the portfolio, all positions are traded back to their targets.",
        "On the first day of every quarter on which all exchanges of the portfolio are open, if a position deviates from its target by more than 1 % of the portfolio, all positions are traded back to their targets.",
        "On the first day of every year on which all exchanges of the portfolio are open, if a position deviates from its target by more than 1 % of the portfolio, all positions are traded back to their targets.",
        "When a position deviates from its target by more than 5 % of the portfolio, all positions are traded back to their targets.",
        "When a position deviates from its target by more than 20 % of the target, all positions are traded back to their targets.",
        "When a position deviates from its target by more than 5 % of the portfolio or 25 % of the target, whichever is less, all positions are traded back to their targets.",
        "When a position deviates from its target by more than 5 % of the portfolio or 25 % of the target, whichever is less, the positions outside the band are traded back to its edge.",
        "At every deposit or withdrawal, if a position deviates from its target by more than 1 % of the portfolio, all positions are traded back to their targets.",
      ]
    `);
  });

  it('are accepted by the contract, each under its own name', () => {
    const taken = startLabRun.shape.policies.parse(presets.map(labPolicyBody));
    expect(taken.map(({ name }) => name)).toEqual(LAB_PRESETS.map(({ name }) => name));
  });

  it('trade on a date everything beyond 1 %, and at the 5/25 band by that alone', () => {
    const bodyOf = (name: string) => labPolicyBody(presets.find((each) => each.name === name) as LabPolicyDraft);
    expect(bodyOf('Monthly').settings).toEqual({ drift_threshold: 0.01 });
    expect(bodyOf('5/25 band, back to the edge')).toMatchObject({
      when: [{ drift: {} }],
      band_5_25: true,
      to: 'band_edge',
    });
    expect(bodyOf('5/25 band, back to the edge')).not.toHaveProperty('settings');
  });

  it('begin without the one that needs cash flows', () => {
    expect(FIRST_PRESETS.map(({ name }) => name)).not.toContain('On cash flows');
  });
});

describe('a custom policy', () => {
  const own = {
    when: [
      { calendar: { every: 'month', day: 15, at: 'open+30m' } },
      { drift: { threshold: 0.1, trigger: 'portfolio' } },
    ],
    cooldown: '30d',
    settings: { drift_threshold: 0.02, cost_budget: 5 },
    to: 'target',
    band_5_25: false,
  } as const;

  it('is sent as the portfolio has it, with what the form does not show', () => {
    const [policy] = addedTo([], labTermsOf('Own', { ...own, when: [...own.when] }));
    expect(labPolicyBody(policy as LabPolicyDraft)).toEqual({ name: 'Own', ...own });
    expect(describePolicy(policy as LabPolicyDraft, false)).toBe(
      'On the 15th of every month or the next day on which all exchanges of the portfolio are open, if a position deviates from its target by more than 2\u202f% of the portfolio, or when the portfolio drift is more than 10\u202f%, all positions are traded back to their targets, for at most 5\u00a0bps of costs, with at least 30\u00a0days between rebalances.',
    );
  });

  it('that is added twice gets another name', () => {
    const presets = LAB_PRESETS.slice(0, 1);
    const twice = [...presets, ...presets, ...presets].reduce<readonly LabPolicyDraft[]>(addedTo, []);
    expect(twice.map(({ name }) => name)).toEqual(['Buy and hold', 'Buy and hold (2)', 'Buy and hold (3)']);
    expect(new Set(twice.map(({ id }) => id)).size).toBe(3);
  });
});

it('leaves out the constraints of the portfolios only if that is chosen', proves('P8.5'), () => {
  expect(sent()).not.toHaveProperty('with_constraints');
  expect(sent({ constraints: 'left_out' })).toHaveProperty('with_constraints', false);
});

describe('a request', () => {
  it('is accepted by the contract, with the end of its horizon and its paths', () => {
    const { portfolios: _, ...rest } = sent({ portfolios: ['pf_37KGAAGR6GH84ZGN6BHQZR4SB6'] });
    expect(startLabRun.omit({ portfolios: true }).parse(rest)).toMatchObject({
      name: 'As usual',
      to: '2031-03-02T09:30:00.000Z',
      paths: { seeds: '1..100' },
      band: { threshold: 0.05, band_type: 'absolute', trigger: 'any_position' },
    });
    expect(rest).not.toHaveProperty('cash_flow');
  });

  it('has the date, the seeds, the cash flow and the name that were typed', () => {
    const typed = sent({ horizon: 'date', firstSeed: 11, paths: 5, hasFlow: true, flowAmount: -250.5, name: ' Mine ' });
    expect(typed).toMatchObject({
      name: 'Mine',
      to: '2031-03-02T09:30:00Z',
      paths: { seeds: '11..15' },
      cash_flow: { amount: -250.5, every: 'month' },
    });
  });

  it('leaves an invalid number of paths for the service to refuse', () => {
    expect(sent({ paths: '' }).paths).toEqual({ seeds: '' });
    expect(countLives({ ...DEFAULT, paths: '' })).toBeNull();
    expect(countLives(DEFAULT)).toBe(presets.length * 100);
  });

  it('of a horizon in years ends on the same day', () => {
    expect(yearsAfter('2026-03-02T09:30:06.123Z', 10)).toBe('2036-03-02T09:30:06.123Z');
  });
});
