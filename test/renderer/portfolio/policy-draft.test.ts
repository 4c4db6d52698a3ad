/** The form of a policy holds all of its terms: saved unchanged, it is sent as it was. */
import { describe, expect, it } from 'vitest';
import type { Policy } from '../../../src-renderer/api/activity-api.ts';
import { draftOf, newCondition, PRESETS, policyBody } from '../../../src-renderer/components/policies/policy-draft.ts';
import { setPolicy } from '../../../src-server/contract/control/portfolios/policies.ts';

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
])('keeps %s', (_name, policy) => {
  expect(policyBody(draftOf(policy), policy.settings)).toEqual(policy);
});

it('shows the usual band where a drift names none', () => {
  const [condition] = draftOf({ ...TERMS, when: [{ drift: {} }] }).when;
  expect(condition).toMatchObject({ reason: 'drift', band: 'absolute', threshold: 5 });
});

describe('a further condition', () => {
  it('has an id that no row has, so that rows keep their fields when one is removed', () => {
    const { when } = draftOf({ ...TERMS, when: [monthly, wide] });
    const more = [...when, newCondition(when)];
    const left = more.slice(1);
    expect(more.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(newCondition(left).id).toBe(4);
  });
});

it.each(PRESETS.map(({ label, draft }) => [label, draft] as const))(
  'sends the preset %s as the service takes it',
  (_label, draft) => {
    expect(setPolicy.safeParse(policyBody(draft, undefined)).success).toBe(true);
  },
);
