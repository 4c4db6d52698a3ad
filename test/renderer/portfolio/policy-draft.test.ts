/** The form of a policy says of what it cannot show that saving would remove it. */
import { expect, it } from 'vitest';
import type { Policy } from '../../../src-renderer/api/activity-api.ts';
import { isShownWhole } from '../../../src-renderer/screens/portfolios/detail/policy/policy-draft.ts';

const monthly = { calendar: { every: 'month', day: 'first', at: 'open+30m' } } as const;
const yearly = { calendar: { every: 'year', day: 'last', at: 'open+30m' } } as const;

function policyOf(when: Policy['when'], cooldown?: string): Pick<Policy, 'when' | 'cooldown'> {
  return { when, ...(cooldown === undefined ? {} : { cooldown }) };
}

it.each([
  ['one calendar', policyOf([monthly]), true],
  ['a calendar and cash flows, with a cooldown in days', policyOf([monthly, { cash_flow: {} }], '30d'), true],
  ['two calendars', policyOf([monthly, yearly]), false],
  ['a cooldown in minutes', policyOf([monthly], '90m'), false],
])('knows whether it shows %s', (_name, policy, isWhole) => {
  expect(isShownWhole({ to: 'target', execute: true, band_5_25: false, ...policy })).toBe(isWhole);
});
