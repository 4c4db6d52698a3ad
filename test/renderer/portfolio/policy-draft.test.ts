/** The form of a policy contains all of its terms: saved unchanged, it is sent as it was. */
import { describe, expect, it } from 'vitest';
import type { Policy } from '../../../src-renderer/api/activity-api.ts';
import {
  afterOpenText,
  durationParts,
  durationText,
  minutesAfterOpen,
} from '../../../src-renderer/components/policies/duration-text.ts';
import {
  draftOf,
  newCondition,
  newPolicy,
  PRESETS,
  policyBody,
} from '../../../src-renderer/components/policies/policy-draft.ts';
import { setPolicyBody } from '../../../src-server/contract/control/portfolios/policies.ts';
import { proves } from '../../conformance/proves.ts';

const monthly = { calendar: { every: 'month', day: 'first', at: 'open+30m' } } as const;
const yearly = { calendar: { every: 'year', day: 28, at: 'open' } } as const;
const wide = { drift: { threshold: 0.1, band_type: 'relative' } } as const;
const whole = { drift: { threshold: 0.0333, trigger: 'portfolio' } } as const;

const TERMS = { to: 'target', execute: true, band_5_25: false } as const;

it.each<[string, Pick<Policy, 'when' | 'cooldown' | 'settings' | 'to' | 'execute' | 'band_5_25'>]>([
  ['one calendar', { ...TERMS, when: [monthly] }],
  ['several conditions of each kind', { ...TERMS, when: [monthly, wide, yearly, { cash_flow: {} }, whole] }],
  ['a cooldown in minutes', { ...TERMS, when: [monthly], cooldown: '90m' }],
  ['the 5/25 band without a drift', { ...TERMS, when: [monthly], band_5_25: true, to: 'band_edge' }],
  ['the 5/25 band with a drift', { ...TERMS, when: [{ drift: {} }], band_5_25: true, execute: false }],
  ['settings that it does not show', { ...TERMS, when: [wide], settings: { fractional_precision: 2 } }],
  ['the drift that its plans need', { ...TERMS, when: [{ cash_flow: {} }], settings: { drift_threshold: 0.035 } }],
])('retains %s', (_name, policy) => {
  expect(policyBody(draftOf(policy), policy.settings)).toEqual(policy);
});

it('shows the usual band where a drift names none', () => {
  const [condition] = draftOf({ ...TERMS, when: [{ drift: {} }] }).when;
  expect(condition).toMatchObject({ reason: 'drift', band: 'absolute', threshold: 5 });
});

it('shows the drift that plans need, and does not mention it beside the 5/25 band', () => {
  const draft = draftOf({ ...TERMS, when: [{ cash_flow: {} }], settings: { drift_threshold: 0.07, cost_budget: 3 } });
  expect(draft.tradedBeyond).toBe(7);
  const { settings } = policyBody({ ...draft, is525: true }, { drift_threshold: 0.07, cost_budget: 3 });
  expect(settings).toEqual({ cost_budget: 3 });
});

it(
  'executes without asking only where no plan is approved, until that is switched on, whatever preset is chosen',
  proves('O6.1'),
  () => {
    expect([newPolicy('A').execute, newPolicy('B').execute]).toEqual([true, false]);
    expect(PRESETS.filter(({ draft }) => 'execute' in draft)).toEqual([]);
  },
);

it('invests a deposit from the smallest drift that plans accept, where it begins with cash flows', () => {
  const preset = PRESETS.find(({ label }) => label === 'After each cash flow');
  expect(preset === undefined ? null : policyBody({ ...preset.draft, execute: false }, undefined)).toMatchObject({
    when: [{ cash_flow: {} }],
    settings: { drift_threshold: 0.01 },
  });
});

describe('a duration', () => {
  it.each([
    ['30d', 30, 'd'],
    ['12h', 12, 'h'],
    ['48h', 48, 'h'],
    ['1d12h', 36, 'h'],
    ['2w', 14, 'd'],
    ['1h30m', 90, 'm'],
    ['1d', 1, 'd'],
  ] as const)('%s is a number with a unit', (text, amount, unit) => {
    expect(durationParts(text)).toEqual({ amount, unit });
  });

  it('with another unit remains as it was written', () => {
    expect(durationParts('PT90M')).toEqual({ amount: 'PT90M', unit: 'd' });
    expect(durationText(durationParts('x7h'))).toBe('x7h');
    expect(durationText({ amount: '', unit: 'h' })).toBe('');
  });

  it.each([
    ['open', 0],
    ['open+30m', 30],
    ['open+1h30m', 90],
  ])('after the open, %s, is minutes', (at, minutes) => {
    expect(minutesAfterOpen(at)).toBe(minutes);
    expect(minutesAfterOpen(afterOpenText(minutes))).toBe(minutes);
  });
});

describe('a further condition', () => {
  it('has a unique id, so that rows keep their fields when one is removed', () => {
    const { when } = draftOf({ ...TERMS, when: [monthly, wide] });
    const more = [...when, newCondition(when)];
    const left = more.slice(1);
    expect(more.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(newCondition(left).id).toBe(4);
  });
});

it.each(PRESETS.map(({ label, draft }) => [label, draft] as const))(
  'sends the preset %s as the service accepts it',
  (_label, draft) => {
    expect(setPolicyBody.safeParse(policyBody({ ...draft, execute: false }, undefined)).success).toBe(true);
  },
);
