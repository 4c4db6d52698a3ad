/** The findings of `ballast explore` in clients with known bugs, and in clients without any (decisions Q2 to Q4). */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { explorationReport } from '../../../src-server/contract/control/explorer/explorations.ts';
import { packageRoot } from '../../../src-server/system/package-root.ts';
import { proves } from '../../conformance/proves.ts';
import { type RunningProcess, runBallast, runProcess } from '../../support/run-process.ts';

const clients = resolve('test/explorer/clients');
let folder = '';
let running: RunningProcess | null = null;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ballast-planted-'));
});
afterEach(async () => {
  running?.child.kill('SIGKILL');
  await running?.ended;
  rmSync(folder, { recursive: true, force: true });
});

/**
 * With the check only if the bug is in what the client stores, because starting a process for each trial takes long.
 */
function explore(name: string, bug: readonly string[], flags: readonly string[], only = {}): RunningProcess {
  writeExploration(bug, only);
  const client = [process.execPath, join(clients, `${name}.mjs`), '--keep-alive', ...bug];
  return start(['explore', 'explore.yaml', '--out', 'out', ...flags, '--', ...client]);
}

/** The client in the folder, as named in the file. */
function exploreFile(bug: string, only: object): RunningProcess {
  writeExploration([bug], { ...only, command: [process.execPath, 'client.mjs', '--keep-alive'] });
  return start(['explore', 'explore.yaml', '--out', 'out']);
}

function writeExploration(
  bug: readonly string[],
  { command, ...only }: { readonly command?: readonly string[] },
): void {
  const lists = Object.entries(only).map(([list, entry]) => [list, [entry]] as const);
  const check = { check: [process.execPath, join(clients, 'check.mjs')] };
  const file = {
    ...(command === undefined ? {} : { command }),
    keep_alive: true,
    timeout: ENDLESS.some((endless) => bug.includes(endless)) ? '30s' : '10m',
    ...Object.fromEntries(lists),
    ...(STORED.some((stored) => bug.includes(stored)) ? check : {}),
  };
  writeFileSync(join(folder, 'explore.yaml'), JSON.stringify(file));
}

function start(args: readonly string[]): RunningProcess {
  running = runBallast(args, { cwd: folder });
  return running;
}

const at = (operation: string, fault: object) => ({ faults: { ...fault, match: { operation }, count: 1 } });
const event = (status: string, kind: string) => ({
  faults: { kind: `webhook_${kind}`, match: { types: [`rebalance.${status}`] }, count: 1 },
});
const LOST = { kind: 'api_connection_reset', after_processing: true };
const ERROR = { kind: 'api_error', code: 'internal_error' };
const REJECTED = { faults: { kind: 'reject_orders', exchange: 'XETR', count: 1 } };
const ROTATED = { actions: { action: 'rotate_secret', after: 'startRebalance' } };
/** Under their faults these never end; any other client has the time that a slow machine needs. */
const ENDLESS = ['polls-failed-forever', 'caches-secret'];
const STORED = ['no-dedup', 'answers-before-storing'];

/** The folder of the first finding with this text; an exploration is stopped as soon as it has it. */
async function firstFinding({ child, stderr, ended }: RunningProcess, says: RegExp): Promise<string> {
  const seek = () => {
    const lines = stderr().split('\n');
    const found = lines.map((line) => /^ballast: found (\S+) {2}(.+)$/.exec(line));
    return found.find((match) => match !== null && says.test(match[2] ?? ''))?.[1] ?? null;
  };
  const found = new Promise<void>((seen) => child.stderr?.on('data', () => seek() !== null && seen()));
  await Promise.race([found, ended]);
  child.kill('SIGINT');
  await ended;
  const place = seek();
  if (place === null) throw new Error(`nothing of the kind in:\n${stderr()}`);
  return join(folder, place);
}

/** Each with a fault that shows it, and the text of the finding. */
const PLANTED: readonly (readonly [bug: string, fault: object, says: RegExp])[] = [
  ['no-retry', at('createPortfolio', ERROR), /ended with code 1 after a single fault/],
  [
    'retries-without-key',
    at('startRebalance', LOST),
    /gave up .*: startRebalance is processed, but its response is lost/,
  ],
  ['new-key', at('startRebalance', LOST), /another idempotency key after a single fault: startRebalance is processed/],
  ['no-dedup', event('complete', 'duplicate'), /responded 2xx to \d+ webhooks, and the check fails/],
  [
    'trusts-order',
    event('partially_filled', 'reorder'),
    /gave up .*: rebalance.partially_filled arrives after the next/,
  ],
  ['no-signature-check', event('executing', 'bad_signature'), /with a wrong signature|signed with another secret/],
  ['no-timestamp-check', event('executing', 'stale_timestamp'), /with an old timestamp/],
  ['ignores-retry-after', at('createPortfolio', { ...ERROR, code: 'rate_limit' }), /Retry-After was 1 s/],
  ['retry-storm', at('createPortfolio', ERROR), /requests within a second/],
  ['partial-is-complete', REJECTED, /reports success, but .* (fails|is left partially filled)/],
  ['forgets-lost-202', at('executePlan', LOST), /was executed twice/],
  ['polls-failed-forever', REJECTED, /did not exit/],
  ['caches-secret', ROTATED, /did not exit|gave up .*the webhook secret is rotated/],
  ['conflict-is-failure', at('executePlan', LOST), /ended with code 1 .*: executePlan/],
  ['answers-before-storing', at('getPortfolio', ERROR), /responded 2xx to .*, and the check fails/],
];
/** The search takes about ten minutes for all of them; `BALLAST_EXPLORE_FULLY=1` searches for each. */
const SOUGHT = process.env.BALLAST_EXPLORE_FULLY === undefined ? ['ignores-retry-after', 'forgets-lost-202'] : null;

/** Checking the files of all findings takes some minutes, too. */
const HANDED_OVER = process.env.BALLAST_EXPLORE_FULLY === undefined ? ['no-dedup', 'forgets-lost-202'] : null;

describe('a planted bug', { tags: ['deep'] }, () => {
  test.each(PLANTED)('%s is found under %j', proves('Q3.2', 'Q3.3', 'Q4.1'), async (bug, fault, says) => {
    const { ended, stdout, stderr } = explore('client', ['--bug', bug], ['--json'], fault);
    const { exitCode } = await ended;
    expect(exitCode, stderr()).toBe(1);
    const { findings } = explorationReport.parse(JSON.parse(stdout()));
    expect(findings.map(({ text }) => text)).toEqual(expect.arrayContaining([expect.stringMatching(says)]));
  });

  test.each(PLANTED.filter(([bug]) => SOUGHT?.includes(bug) ?? true))(
    '%s is found by a search, by at most two faults',
    proves('Q2.2', 'Q2.4', 'Q3.2', 'Q3.3', 'Q4.1', 'Q4.2'),
    async (bug, _fault, says) => {
      const found = await firstFinding(explore('client', ['--bug', bug], ['--budget', '15m']), says);
      const file: { faults?: unknown[]; actions?: unknown[] } = parse(
        readFileSync(join(found, 'explore.yaml'), 'utf8'),
      );
      const { faults = [], actions = [] } = file;
      expect(faults.length + actions.length).toBeOneOf([1, 2]);
    },
  );
});

/** The client behind a separate file, which plants the bug or does not. */
function writeClient(bug: string | null): void {
  const plant = bug === null ? '' : `process.argv.push('--bug', '${bug}');\n`;
  writeFileSync(join(folder, 'client.mjs'), `${plant}await import('${join(clients, 'client.mjs')}');\n`);
}

describe('the files of a finding of a planted bug', { tags: ['deep'] }, () => {
  test.each(PLANTED.filter(([bug]) => HANDED_OVER?.includes(bug) ?? true))(
    'reproduce %s from a copy in an empty folder, and pass once the client is fixed',
    proves('Q4.3'),
    async (bug, fault, says) => {
      writeClient(bug);
      expect((await exploreFile(bug, fault).ended).exitCode).toBe(1);
      const copy = join(folder, 'copy');
      const finding = findingOf(says);
      cpSync(finding, copy, { recursive: true });
      mkdirSync(join(copy, 'node_modules'));
      symlinkSync(packageRoot(), join(copy, 'node_modules/ballast'));
      expect(await runsOf(copy, 'broken')).toEqual([1, 1, 0]);
      writeClient(null);
      expect(await runsOf(copy, 'mended')).toEqual([0, 0, 0]);
    },
  );
});

/** By a test, by `explore` and by `replay`, which plays the server's side whatever the client does. */
async function runsOf(copy: string, name: string): Promise<(number | null)[]> {
  const out = join(folder, name);
  const runs = [
    runProcess(process.execPath, ['--test', 'test.mjs'], { cwd: copy }),
    runBallast(['explore', 'explore.yaml', '--out', out], { cwd: copy }),
    runBallast(['replay', 'scenario.yaml'], { cwd: copy }),
  ];
  const ends = await Promise.all(runs.map(({ ended }) => ended));
  return ends.map(({ exitCode }) => exitCode);
}

/** The folder of the finding with this text. */
function findingOf(says: RegExp): string {
  const report = readFileSync(join(folder, 'out/report.json'), 'utf8');
  const found = explorationReport.parse(JSON.parse(report)).findings.find(({ text }) => says.test(text));
  return join(folder, 'out', `finding-${String(found?.number ?? 0).padStart(3, '0')}`);
}

describe('nothing is found in a correct client', { tags: ['deep'] }, () => {
  test.each(['client', 'polling', 'webhooks', 'both'])('%s', proves('Q2.2', 'Q3.2', 'Q3.3'), async (name) => {
    const { ended, stdout, stderr } = explore(name, [], ['--trials', '60', '--json']);
    const { exitCode } = await ended;
    expect(exitCode, stderr()).toBe(0);
    const { findings, trials } = explorationReport.parse(JSON.parse(stdout()));
    expect(findings).toEqual([]);
    expect(trials).toBeGreaterThanOrEqual(60);
  });

  test.each(['node-test', 'jest', 'vitest', 'python'])('of the example for %s', proves('Q1.1', 'K92'), async (name) => {
    const example = join(packageRoot(), 'docs/examples', name);
    const exploreArgs = ['explore', 'explore.yaml', '--trials', '16', '--json', '--out', join(folder, 'out')];
    running = runBallast(exploreArgs, { cwd: example });
    const { exitCode } = await running.ended;
    expect(exitCode, running.stdout() + running.stderr()).toBe(0);
  });
});
