/** Tests how an exploration is shown to people and to other tools (decisions Q4, Q5). */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { ExplorationReport } from '../../src-server/contract/control/explorer/explorations.ts';
import { createFault } from '../../src-server/contract/control/market/faults.ts';
import { exploreFile } from '../../src-server/contract/scenario/explore-file.ts';
import {
  createExplorationMeter,
  explorationJunit,
  explorationLines,
} from '../../src-server/explorer/exploration-text.ts';
import { findingExploration, findingTest } from '../../src-server/explorer/finding-files.ts';
import { storyPage } from '../../src-server/explorer/story-page.ts';
import type { TrialRecord, TrialRequest } from '../../src-server/explorer/trial-record.ts';
import { loadExploration } from '../../src-server/runner/explorer/load-exploration.ts';
import { readExploration } from '../../src-server/runner/explorer/stored-exploration.ts';
import { proves } from '../conformance/proves.ts';
import { newFolder } from '../support/start-ballast.ts';

const FINDING: ExplorationReport['findings'][number] = {
  number: 1,
  verdict: 'weak',
  rule: 'crashed',
  text: 'The client <died>.',
  wanted: 'It lives.',
  remedy: 'Mend it.',
  faults: ['createPlan gets 500'],
  seen: 4,
  runs: 5,
  output: 'x',
};
const REPORT: ExplorationReport = {
  name: 'mine & yours',
  command: ['node', 'c.mjs'],
  folder: '/f',
  seed: 1,
  phase: 'over',
  trials: 61,
  trials_per_second: 1,
  elapsed_ms: 62_000,
  single_faults: 3,
  single_faults_done: 2,
  suspected: 0,
  unconfirmed: 1,
  search_left_ms: null,
  ended_by: null,
  unproven: null,
  broken: 2,
  broken_reason: 'the worker died',
  cells: [
    { target: 'createPlan', fault: 'internal_error', occurrence: 1, state: 'finding', finding: null },
    { target: 'createPlan', fault: 'rate_limit', occurrence: 1, state: 'sound', finding: null },
    { target: 'createPlan', fault: 'rate_limit', occurrence: 2, state: 'waiting', finding: null },
  ],
  findings: [FINDING],
};

test('an exploration that an earlier version stored is shown with the current verdicts', () => {
  const folder = newFolder();
  const finding = { ...FINDING, verdict: 'unruly' };
  writeFileSync(
    join(folder, 'report.json'),
    JSON.stringify({ report: { ...REPORT, findings: [finding] }, files: [{}] }),
  );
  expect(
    readExploration(folder)
      ?.report()
      .findings.map(({ verdict }) => verdict),
  ).toEqual(['misbehaving']);
});

describe('the summary', () => {
  test('lists what was tried, what could not be, and each finding with faults and remedy', proves('Q5'), () => {
    expect(explorationLines(REPORT, 'out')).toEqual([
      '61 trials in 1 min 2 s (1.0 a second); 2 of 3 single faults tried',
      '1 finding seen once but not reproduced',
      '2 trials could not be run: the worker died',
      '1 finding',
      '',
      'finding-001  WEAK  The client <died>. (seen in 4 of 5 runs)',
      '  when createPlan gets 500',
      '  Mend it.',
      '  out/finding-001/story.html',
    ]);
    // 3 − 2 = 1 was left.
    expect(explorationLines({ ...REPORT, ended_by: 'budget' }, 'out')[1]).toBe(
      'the budget ended the search before 1 single fault was tried; confirming and shrinking findings took extra time',
    );
    expect(explorationLines({ ...REPORT, ended_by: 'trials', single_faults_done: 3 }, 'out')[1]).toBe(
      'the number of trials ended the search; confirming and shrinking findings took extra trials',
    );
    const sound = { ...REPORT, ended_by: 'budget' as const, single_faults_done: 3, findings: [], unconfirmed: 0 };
    expect(explorationLines(sound, 'out')[1]).toBe('the budget ended the search');
    expect(explorationLines({ ...REPORT, findings: [], unconfirmed: 0, broken: 0 }, 'out').at(-1)).toBe(
      'nothing found',
    );
    const single = { ...REPORT, findings: [], unconfirmed: 0, broken: 0, single_faults: 0, single_faults_done: 0 };
    expect(explorationLines(single, 'out')).toEqual(['61 trials in 1 min 2 s (1.0 a second)', 'nothing found']);
  });

  test('is JUnit XML with a case for each single fault', proves('Q5'), () => {
    const xml = explorationJunit(REPORT);
    expect(xml).toContain('<testsuite name="mine &amp; yours" tests="3" failures="1" errors="0" skipped="1"');
    expect(xml).toContain('<failure type="weak" message="The client &lt;died&gt;.">');
    expect(xml).toContain('<testcase name="createPlan 1: rate_limit" classname="mine &amp; yours"/>');
    expect(xml).toContain('<skipped message="not tried"/>');
  });

  test('is one line while the exploration runs', proves('Q5'), () => {
    const meter = createExplorationMeter();
    const progress = {
      phase: 'single_faults',
      trials: 1,
      cells: { done: 0, total: 9 },
      findings: 0,
      suspected: 0,
    } as const;
    meter.line(progress, 0);
    expect(meter.bar({ ...progress, trials: 7, cells: { done: 5, total: 9 }, findings: 1 }, 2000)).toBe(
      'single faults: 7 trials, 3.0 a second, 5 of 9 single faults, 1 finding',
    );
    const shrinking = { ...progress, phase: 'shrinking', trials: 8, suspected: 3 } as const;
    expect(createExplorationMeter().line(shrinking, 0)).toBe(
      'confirming and shrinking findings: 8 trials, 0 of 9 single faults, 0 findings, 3 more to confirm and shrink',
    );
  });
});

describe('the files of a finding', () => {
  const { task } = loadExploration(null, ['node', 'my client.mjs'], '/work here');
  const body = createFault.parse({ kind: 'webhook_duplicate', match: { types: ['rebalance.complete'] }, count: 1 });
  const found = {
    finding: { rule: 'failed_check', text: 'The client\nanswered 2xx.', subject: 'check', request: null } as const,
    schedule: [{ body }, { action: { action: 'restart_server', after: 'createPlan', skip: 1 } as const }],
  };

  test('run this trial alone with the same client, world and pace', proves('Q4.3'), () => {
    const text = findingExploration({ ...task, check: ['sh', '-c', 'exit 0'], stepMs: 90_000, idleMs: 20 }, found);
    const file = exploreFile.parse(parse(text));
    expect(file).toMatchObject({
      command: ['node', 'my client.mjs'],
      folder: '/work here',
      check: ['sh', '-c', 'exit 0'],
      step: '90s',
      idle: '20ms',
      faults: [body],
      actions: [{ action: 'restart_server', after: 'createPlan', skip: 1 }],
    });
    // Defaults are left out.
    expect(text).not.toMatch(/storm|timeout|keep_alive|seed|rules/);
  });

  test('include a test with one title and without superfluous line breaks', proves('Q4.3'), () => {
    const text = findingTest(found);
    expect(text).toMatch(/^\/\/ The client answered 2xx\.\nimport assert/);
    expect(text).toContain(
      'test("the client survives: rebalance.complete arrives twice; after createPlan (number 2) the server restarts"',
    );
  });

  test('include a page that escapes all texts and folds repeated requests into one row', proves('Q4.3'), () => {
    const request: TrialRequest = {
      operation: 'getRebalanceA',
      method: 'GET',
      path: '/<x>',
      idempotencyKey: null,
      content: '',
      keyMisuse: null,
      receivedMs: 1,
      respondedMs: 2,
      status: 200,
      code: null,
      faultyPlaces: [],
      retryAfterS: null,
      fault: null,
    };
    const record: TrialRecord = {
      end: { how: 'exited', code: 0 },
      requests: [request, request, request],
      attempts: [],
      intents: [],
      faults: [],
      exchanges: [],
      hasOwnReceiver: false,
      brokenInvariants: [],
      isCheckSound: false,
    };
    const story = { record, output: '<script>alert(1)</script>', checkOutput: 'two lines', scenario: '' };
    const page = storyPage({ number: 3, ...found, seen: 5, runs: 5, story, sound: record });
    expect(page).not.toContain('<script>');
    // The file is also opened from disk, where no server sends a content security policy.
    expect(page).toContain(
      `http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"`,
    );
    expect(page).toContain('&lt;script&gt;');
    expect(page).toContain('3 times');
    expect(page.match(/getRebalanceA/g)).toHaveLength(1);
    expect(page).toContain('Store the event with its id before you respond');
  });
});
