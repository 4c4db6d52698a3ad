/** The effect of a policy, in one sentence for the form, the page and the report. */
import { expect, it } from 'vitest';
import { policySentence } from '../../../src-server/contract/control/portfolios/policy-sentence.ts';
import { proves } from '../../conformance/proves.ts';

const MONTHLY = { calendar: { every: 'month' } } as const;
const THE_REST = 'all positions are traded back to their targets';

it('trades every position once one is beyond the threshold, on a date', proves('O6.4'), () => {
  expect(policySentence({ when: [MONTHLY], settings: { drift_threshold: 0.01 } })).toBe(
    `On the first day of every month on which all exchanges of the portfolio are open, if a position deviates from its target by more than 1\u202f% of the portfolio, ${THE_REST}.`,
  );
});

it('names the default of 5 % for a date', () => {
  expect(policySentence({ when: [MONTHLY] })).toContain('more than 5\u202f% of the portfolio');
});

it('names the band of its plans’ settings', () => {
  const settings = { drift_threshold: 0.2, band_type: 'relative' } as const;
  expect(policySentence({ when: [{ cash_flow: {} }], settings })).toContain('more than 20\u202f% of the target');
  const whole = { drift_threshold: 0.02, rebalance_trigger: 'portfolio' } as const;
  expect(policySentence({ when: [MONTHLY], settings: whole })).toContain(
    'if the portfolio drift is more than 2\u202f%',
  );
});

it('does not promise the targets where constraints may keep a plan from them', proves('P8.5'), () => {
  const policy = { when: [{ drift: { threshold: 0.025 } }] };
  expect(policySentence(policy, true)).toMatch(
    /more than 2\.5\s% of the portfolio, all positions are traded back to their targets, as far as constraints allow\.$/,
  );
});

it('trades only positions outside their band where it returns to the edge', () => {
  expect(policySentence({ when: [{ drift: {} }], band_5_25: true, to: 'band_edge' })).toMatch(
    /5 % of the portfolio or 25 % of the target, whichever is less, the positions outside the band are traded back to its edge\.$/,
  );
});

it.each([
  ['30d', '30\u00a0days'],
  ['48h', '48\u00a0hours'],
  ['1d12h', '36\u00a0hours'],
  ['2w', '2\u00a0weeks'],
  ['1h30m', '90\u00a0minutes'],
  ['1d', '1\u00a0day'],
])('writes a cooldown of %s in words', (cooldown, span) => {
  expect(policySentence({ when: [MONTHLY], cooldown })).toContain(`with at least ${span} between rebalances`);
});
