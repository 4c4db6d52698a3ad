/**
 * Tests the schedules after the single faults, milder faults, and the grouping of findings by cause (decisions Q2, Q4).
 */
import { describe, expect, test } from 'vitest';
import { type CreateFault, createFault } from '../../src-server/contract/control/market/faults.ts';
import { causeOfBreach, isExplained } from '../../src-server/explorer/cause.ts';
import { ContextCoverage } from '../../src-server/explorer/coverage.ts';
import { pairFaults } from '../../src-server/explorer/pair-faults.ts';
import {
  describeScheduled,
  familyOf,
  randomSchedules,
  type ScheduledFault,
} from '../../src-server/explorer/schedule.ts';
import { milderFaults } from '../../src-server/explorer/shrink-schedule.ts';
import type { RuleBreach } from '../../src-server/explorer/verdict.ts';
import { proves } from '../conformance/proves.ts';

const fault = (body: object): ScheduledFault & { readonly body: CreateFault } => ({ body: createFault.parse(body) });
const at = (operation: string, more: object, skip = 0) => fault({ match: { operation }, skip, count: 1, ...more });
const LOST = at('startRebalance', { kind: 'api_connection_reset', after_processing: true });
const ERROR = at('startRebalance', { kind: 'api_error', code: 'internal_error' });
const TWICE = fault({ kind: 'webhook_duplicate', match: { types: ['rebalance.complete'] }, skip: 0, count: 1 });
const RESTART: ScheduledFault = { action: { action: 'restart_server', after: 'executePlan', skip: 1 } };
const finding = (rule: RuleBreach['rule']): RuleBreach => ({ rule, text: '', subject: 's', request: null });
const textsOf = (schedules: readonly (readonly ScheduledFault[])[]) =>
  schedules.map((schedule) => schedule.map(describeScheduled).join(' + '));

describe('pairs', () => {
  const known = ['startRebalance 202 > getRebalanceA', 'ends with 0'];

  test('repeat a fault that led to new behaviour, with another at its next or on new requests', proves('Q2.4'), () => {
    const behaviour = [...known, 'startRebalance api_connection_reset > getPortfolio', 'getPortfolio 200 > nothing'];
    expect(textsOf(pairFaults([{ fault: LOST, behaviour }], known))).toEqual([
      'startRebalance is processed, but its response is lost + startRebalance (number 2) is processed, but its response is lost',
      'startRebalance is processed, but its response is lost + startRebalance (number 2) gets 500',
      'startRebalance is processed, but its response is lost + startRebalance (number 2) gets 429',
      'startRebalance is processed, but its response is lost + startRebalance (number 2) is processed, but its response is not JSON',
      'startRebalance is processed, but its response is lost + getPortfolio is processed, but its response is lost',
      'startRebalance is processed, but its response is lost + getPortfolio gets 500',
      'startRebalance is processed, but its response is lost + getPortfolio gets 429',
      'startRebalance is processed, but its response is lost + getPortfolio is processed, but its response is not JSON',
    ]);
  });

  test('leave out what the client does without faults, or did under an earlier fault', proves('Q2.4'), () => {
    const tried = [
      { fault: LOST, behaviour: known },
      { fault: ERROR, behaviour: ['ends with 1'] },
      { fault: TWICE, behaviour: ['ends with 1'] },
    ];
    expect(textsOf(pairFaults(tried, known)).every((text) => text.startsWith('startRebalance gets 500'))).toBe(true);
    expect(pairFaults([], known)).toEqual([]);
  });

  test('combine faults that led to new behaviour at two places', proves('Q2.4'), () => {
    const tried = [
      { fault: LOST, behaviour: ['a'] },
      { fault: TWICE, behaviour: ['b', 'c'] },
      { fault: RESTART, behaviour: ['d'] },
    ];
    const texts = textsOf(pairFaults(tried, known));
    expect(texts[0]).toBe('rebalance.complete arrives twice + rebalance.complete (number 2) arrives twice');
    expect(texts.slice(-3)).toEqual([
      'rebalance.complete arrives twice + startRebalance is processed, but its response is lost',
      'rebalance.complete arrives twice + after executePlan (number 2) the server restarts',
      'startRebalance is processed, but its response is lost + after executePlan (number 2) the server restarts',
    ]);
  });
});

describe('random schedules', () => {
  const take = (seed: number, count: number, faults = [LOST, ERROR, TWICE, RESTART]) => {
    const schedules = randomSchedules(seed, faults);
    return Array.from({ length: count }, () => schedules.next().value ?? []);
  };

  test('are the same for the same seed, and differ between seeds', proves('Q2.4', 'Q2.5'), () => {
    expect(take(1, 50)).toEqual(take(1, 50));
    expect(take(1, 50)).not.toEqual(take(2, 50));
  });

  test('have up to four faults of different kinds or places, some of which hit more than once', proves('Q2.4'), () => {
    const schedules = take(3, 400);
    expect(new Set(schedules.map(({ length }) => length))).toEqual(new Set([1, 2, 3, 4]));
    const counts = schedules
      .flat()
      .flatMap((each) => ('body' in each && 'count' in each.body ? [each.body.count] : []));
    expect(new Set(counts)).toEqual(new Set([1, 2, 3]));
    for (const schedule of schedules) expect(new Set(textsOf([schedule])).size).toBe(1);
  });

  test('are empty if there are no faults to choose from', () => expect(take(1, 1, [])).toEqual([[]]));
});

describe('milder faults', () => {
  const chain = (from: ScheduledFault): string[] => {
    const [next] = milderFaults(from);
    return next === undefined ? [] : [describeScheduled(next), ...chain(next)];
  };

  test.each<readonly [ScheduledFault, readonly string[]]>([
    [LOST, ['startRebalance gets a connection reset', 'startRebalance gets 500']],
    [
      at('createPlan', { kind: 'api_hang', after_processing: true }, 2),
      [
        'createPlan (number 3) is processed, but its response is lost',
        'createPlan (number 3) gets a connection reset',
        'createPlan (number 3) gets 500',
        'createPlan gets 500',
      ],
    ],
    [at('createPlan', { kind: 'api_latency', latency_ms: { fixed: 3000 } }), ['createPlan gets a late response']],
    [fault({ kind: 'exchange_down', exchange: 'XETR', for: '1h' }), ['XETR is down']],
    [RESTART, ['after executePlan the server restarts']],
    [TWICE, []],
  ])('of %j end after finitely many steps', proves('Q4.2'), (from, texts) => expect(chain(from)).toEqual(texts));

  test('hit less often first', proves('Q4.2'), () => {
    const [fewer] = milderFaults(at('startRebalance', { kind: 'api_error', code: 'internal_error', count: 3 }));
    expect(fewer).toEqual(ERROR);
  });
});

describe('a cause', () => {
  test('has the rule and the faults that hit, merged if a client cannot distinguish them', proves('Q4.1'), () => {
    const hang = at('startRebalance', { kind: 'api_hang', after_processing: true });
    expect([familyOf(LOST), familyOf(hang)]).toEqual(['lost_answer', 'lost_answer']);
    expect(causeOfBreach(finding('crashed'), [LOST], [1])).toBe('crashed under lost_answer of startRebalance');
    expect(causeOfBreach(finding('crashed'), [hang, TWICE], [1, 0])).toBe(
      'crashed under lost_answer of startRebalance',
    );
    expect(causeOfBreach(finding('crashed'), [hang, TWICE], [1, 2])).toBe(
      'crashed under lost_answer of startRebalance and repeated_webhook',
    );
  });

  test('includes faults that are always in effect and count no hits', proves('Q4.1'), () => {
    const down = fault({ kind: 'exchange_down', exchange: 'XETR', for: '1h' });
    expect(causeOfBreach(finding('crashed'), [down, TWICE], [0, 0])).toBe('crashed under exchange_down');
  });

  test('explains breaches under its faults and further ones', proves('Q4.1'), () => {
    const known = new Set([causeOfBreach(finding('crashed'), [LOST], [1])]);
    expect(isExplained(finding('crashed'), [TWICE, LOST], known)).toBe(true);
    expect(isExplained(finding('gave_up'), [TWICE, LOST], known)).toBe(false);
    expect(isExplained(finding('crashed'), [TWICE, ERROR], known)).toBe(false);
  });
});

test('coverage counts only planned faults', proves('Q5'), () => {
  const coverage = new ContextCoverage();
  coverage.plan([LOST, ERROR, RESTART]);
  coverage.mark(ERROR, 'finding');
  coverage.mark(TWICE, 'sound');
  expect(coverage.counts()).toEqual({ done: 1, total: 3 });
  expect(coverage.cells()).toEqual([
    {
      target: 'startRebalance',
      fault: 'api_connection_reset_processed',
      occurrence: 1,
      state: 'waiting',
      finding: null,
    },
    { target: 'startRebalance', fault: 'internal_error', occurrence: 1, state: 'finding', finding: null },
    { target: 'executePlan', fault: 'restart_server', occurrence: 2, state: 'waiting', finding: null },
  ]);
});
