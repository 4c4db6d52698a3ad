/** The coverage of an exploration as tables, and the texts about its faults and phases. */
import { describe, expect, it, test } from 'vitest';
import type { ExplorationCell } from '../../../src-renderer/api/runs/explorations-api.ts';
import { describePhase, formatPhase } from '../../../src-renderer/components/explorer/exploration-phases.ts';
import {
  cellsOfFinding,
  countStates,
  coverageTables,
  describeCell,
  ordinal,
} from '../../../src-renderer/screens/explorer/run/coverage-grid.ts';
import { describeNothing } from '../../../src-renderer/screens/explorer/run/describe-nothing.ts';
import { groupOfFault, labelOfFault } from '../../../src-renderer/screens/explorer/run/fault-labels.ts';
import { EXPLORATION_PHASES } from '../../../src-server/contract/control/explorer/explorations.ts';
import { OPERATION_NAMES } from '../../../src-server/contract/service/operation-names.ts';
import { kindOfFault, wordOf } from '../../../src-server/explorer/schedule.ts';
import { singleFaults } from '../../../src-server/explorer/single-faults.ts';

const cell = (
  target: string,
  fault: string,
  occurrence = 1,
  state: ExplorationCell['state'] = 'sound',
  finding: number | null = null,
): ExplorationCell => ({ target, fault, occurrence, state, finding });

it('a finding names every single fault that led to it, and none of another one', () => {
  const cells = [
    cell('getRebalanceB', 'rate_limit', 2, 'finding', 1),
    cell('startRebalance', 'rate_limit', 1, 'finding', 2),
  ];
  expect(cellsOfFinding(cells, 1)).toEqual([expect.stringMatching(/^getRebalanceB, the 2nd: /)]);
  expect(cells.map(describeCell)).toEqual([expect.stringMatching(/finding 1$/), expect.stringMatching(/finding 2$/)]);
});

describe('the tables', () => {
  const CELLS = [
    cell('startRebalance', 'rate_limit', 1, 'finding'),
    cell('getRebalanceB', 'rate_limit', 1),
    cell('rebalance.complete', 'webhook_duplicate', 1, 'missed'),
    cell('startRebalance', 'restart_server', 1, 'waiting'),
    cell('XETR', 'exchange_down'),
    cell('getRebalanceB', 'rate_limit', 2, 'waiting'),
  ];

  it('are one for requests, one for webhooks and one for exchanges, in the order of the search', () => {
    const tables = coverageTables(CELLS);
    expect(tables.map(({ title, faults, rows }) => [title, faults, rows.map(({ target }) => target)])).toEqual([
      ['Requests', ['rate_limit', 'restart_server'], ['startRebalance', 'getRebalanceB']],
      ['Webhooks', ['webhook_duplicate'], ['rebalance.complete']],
      ['Exchanges', ['exchange_down'], ['XETR']],
    ]);
  });

  it('have an entry with a square for each occurrence, and none where the fault does not fit', () => {
    const [requests] = coverageTables(CELLS);
    const entries = requests?.rows[1]?.entries.map((entry) =>
      entry?.shown.map(({ occurrence, state }) => [occurrence, state]),
    );
    expect(entries).toEqual([
      [
        [1, 'sound'],
        [2, 'waiting'],
      ],
      undefined,
    ]);
  });

  it('count entries without room, except findings', () => {
    const many = Array.from({ length: 100 }, (_, at) =>
      cell('getRebalanceB', 'api_hang', at + 1, at === 90 ? 'finding' : at > 50 ? 'waiting' : 'sound'),
    );
    const entry = coverageTables(many)[0]?.rows[0]?.entries[0];
    expect(entry?.shown).toHaveLength(26);
    expect(entry?.shown.at(-1)).toMatchObject({ occurrence: 91, state: 'finding' });
    expect(entry?.more).toBe('and 74 more: 26 passed, 48 not tried');
    const alike = many.map((each) => ({ ...each, state: 'waiting' as const }));
    expect(coverageTables(alike)[0]?.rows[0]?.entries[0]?.more).toBe('and 75 more: not tried');
  });

  it('are empty before anything is known', () => {
    expect(coverageTables([])).toEqual([]);
  });

  it('are counted by state', () => {
    expect(countStates(CELLS)).toEqual([
      ['finding', 1],
      ['sound', 2],
      ['missed', 1],
      ['waiting', 2],
    ]);
  });
});

test.each([
  [cell('startRebalance', 'api_hang', 2), 'startRebalance, the 2nd: no response (api_hang): the client passed'],
  [cell('XETR', 'exchange_down', 1, 'missed'), 'XETR: down (exchange_down): the fault had no effect'],
  [cell('getX', 'brand_new', 1, 'finding'), 'getX, the 1st: brand_new: the client failed'],
])('a square is called %j', (square, description) => {
  expect(describeCell(square)).toBe(description);
});

test.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [11, '11th'],
  [12, '12th'],
  [21, '21st'],
  [112, '112th'],
])('%i is the %s', (count, text) => {
  expect(ordinal(count)).toBe(text);
});

test('every kind of fault that the explorer tries has a label and its table', () => {
  const request = { method: 'POST', path: '/', status: 200, fault: null };
  const faults = singleFaults({
    requests: OPERATION_NAMES.map((operation) => ({ ...request, operation })),
    attempts: [{ type: 'rebalance.complete' }],
    exchanges: ['XETR'],
    hasOwnReceiver: true,
  } as unknown as Parameters<typeof singleFaults>[0]);
  const kinds = new Set(faults.map((fault) => ('action' in fault ? kindOfFault(fault) : wordOf(fault.body))));
  const unnamed = [...kinds].filter((kind) => labelOfFault(kind) === kind.replaceAll('_', ' '));
  expect(unnamed).toEqual([]);
  expect(Map.groupBy(kinds, groupOfFault).get('exchanges')).toHaveLength(6);
  expect(kinds.size).toBeGreaterThan(28);
});

describe('a phase', () => {
  it('is described in words', () => {
    expect(EXPLORATION_PHASES.map(formatPhase).join(', ')).not.toContain('_');
    expect(describePhase({ status: 'running', phase: 'pairs' })).toMatch(/^Each run has two faults/);
  });

  it('shows nothing of ended ones, and of waiting ones only that', () => {
    expect(describePhase({ status: 'stopped', phase: 'pairs' })).toBe('');
    expect(describePhase({ status: 'queued', phase: 'without_faults' })).toMatch(/^The exploration is queued/);
  });
});

describe('an exploration without findings', () => {
  const tried = {
    trials: 212,
    single_faults: 200,
    single_faults_done: 180,
    suspected: 0,
    unconfirmed: 0,
    unproven: null,
    findings: [],
  };

  it.each([
    ['complete', 'No fault broke the client.'],
    ['stopped', 'The exploration was stopped before it found anything.'],
    ['running', 'No confirmed findings so far.'],
    ['queued', 'Nothing has been tried yet.'],
  ] as const)('is reported plainly where it is %s', (status, title) => {
    expect(describeNothing({ ...tried, status })?.title).toBe(title);
  });

  it('shows how many findings are suspected while they are rerun', () => {
    const { text } = describeNothing({ ...tried, status: 'running', suspected: 3 }) ?? { text: '' };
    expect(text).toMatch(/^3 suspected findings are being rerun\. The client was run 212 times/);
  });

  it('shows what was tried', () => {
    expect(describeNothing({ ...tried, status: 'complete' })?.text).toBe(
      'The client was run 212 times, with 180 of 200 single faults.',
    );
    expect(describeNothing({ ...tried, status: 'complete', unconfirmed: 1 })?.text).toMatch(
      /1 finding was seen once but could not be reproduced, and is left out\.$/,
    );
  });

  it('is not praised where no fault hit anything', () => {
    const unproven = 'none of the 3 faults that were tried had a hit';
    expect(describeNothing({ ...tried, status: 'complete', unproven })).toEqual({
      title: 'The exploration is inconclusive.',
      text: 'None of the 3 faults that were tried had a hit. The client was run 212 times, with 180 of 200 single faults.',
    });
  });

  it('is not reported where there is a finding, or where it failed', () => {
    expect(describeNothing({ ...tried, status: 'complete', findings: [{}] })).toBeNull();
    expect(describeNothing({ ...tried, status: 'broken' })).toBeNull();
  });
});
