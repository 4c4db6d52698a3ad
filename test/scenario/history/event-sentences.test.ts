/** Tests the descriptions of log entries, as the timeline lists them next to their types. */
import { expect, test } from 'vitest';
import type { EventData } from '../../../src-server/kernel/event-chain.ts';
import { formatEvent } from '../../../src-server/scenario/history/format-event.ts';

const PORTFOLIO = { portfolio_id: 'pf_00000000000000000000000001' };
const FLOW = { ...PORTFOLIO, cash_flow_id: 'cf_00000000000000000000000001', kind: 'deposit', amount: 500 };

const CASES: readonly (readonly [type: string, data: EventData, sentence: string])[] = [
  [
    'policy.skipped',
    { ...PORTFOLIO, when: 'cash_flow', reason: 'below_threshold', message: 'The largest absolute drift is 2.30 %.' },
    'after a cash flow: The largest absolute drift is 2.30 %.',
  ],
  ['cash_flow.booked', { ...FLOW, cash: 700 }, 'deposit of 500.00; cash is now 700.00'],
  [
    'cash_flow.scheduled',
    { ...FLOW, at: '2026-04-01T10:00:00.000Z', every: 'month', until: null },
    'deposit of 500.00 every month from 2026-04-01 10:00 UTC',
  ],
  [
    'constraints.set',
    { ...PORTFOLIO, constraints: { do_not_sell: ['GB00B63H8491'], whole_shares: true, max_turnover: 0.02 } },
    'whole shares only, do not sell: GB00B63H8491, turnover limit 2 %',
  ],
  ['constraints.set', { ...PORTFOLIO, constraints: {} }, 'none'],
  [
    'market.event_added',
    {
      market_event_id: 'me_00000000000000000000000001',
      kind: 'jump',
      size: -0.2,
      instruments: { sector: 'Energy' },
      at: '2026-03-02T09:31:00.000Z',
    },
    'jump by −20 % of the sector Energy, at 2026-03-02 09:31 UTC',
  ],
];

test.each(CASES)('%s is a sentence', (type, data, sentence) => {
  expect(formatEvent({ seq: 1, atMs: 0, type, data, hash: '' })).toBe(sentence);
});

test('lists are counted, and texts written by people are unchanged', () => {
  const data = { ...PORTFOLIO, targets: [{ isin: 'DE0007164600', weight: 1 }] };
  expect(formatEvent({ seq: 1, atMs: 0, type: 'portfolio.targets_set', data, hash: '' })).toBe('1 target');
  const renamed = { ...PORTFOLIO, external_id: 'My_depot of 2026' };
  expect(formatEvent({ seq: 1, atMs: 0, type: 'portfolio.renamed', data: renamed, hash: '' })).not.toContain(
    'My depot',
  );
});
