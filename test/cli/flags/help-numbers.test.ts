/** Numbers in the help of the command line are correct: each default is compared with the code that has it. */
import type { Command } from 'commander';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBallast } from '../../../src-server/app.ts';
import { buildProgram } from '../../../src-server/cli/main.ts';
import { formatInstant } from '../../../src-server/domain/numbers/instant.ts';
import { LISTENING_HOSTS } from '../../../src-server/domain/server-choices.ts';
import { DEFAULT_DRIFT_CHECK_MS } from '../../../src-server/engine/drift-monitor/drift-monitor.ts';
import { MAX_WORLDS, serverDefaults, TRIALS_OF_CORE } from '../../../src-server/system/server-defaults.ts';
import { callerOf, stopAll } from '../../support/start-ballast.ts';

/** By the description of a flag: `default …` with a number, in figures or in letters. */
const NUMBER = /\d|\b(?:two|three|four|five|six|ten|twelve|sixteen|twenty|sixty|hundred)\b/;

function defaultsOf(command: Command, path = ''): [flag: string, text: string][] {
  const own = command.options.flatMap(({ long, description }): [string, string][] => {
    const text = /\(default:? ([^)]*)\)/.exec(description)?.[1] ?? '';
    return NUMBER.test(text) ? [[`${path}${long}`, text]] : [];
  });
  return [...own, ...command.commands.flatMap((each) => defaultsOf(each, `${path}${each.name()} `))];
}

const FOUND = defaultsOf(
  buildProgram({ requested: new Promise(() => undefined), isRequested: () => false }, () => undefined),
);

const usual = { seed: '', startAt: '', rate: '' };

beforeAll(async () => {
  const ballast = await createBallast({ ...serverDefaults, port: 0, clockMode: 'manual' });
  const sim = callerOf(ballast.controlUrl, ballast.adminToken);
  const { seed } = JSON.parse((await sim.get('/session')).text) as { readonly seed: number };
  const clock = JSON.parse((await sim.get('/clock')).text) as { readonly now: string; readonly rate: number };
  await ballast.stop();
  Object.assign(usual, { seed: String(seed), startAt: clock.now.replace('.000Z', 'Z'), rate: String(clock.rate) });
});
afterAll(stopAll);

test('every default with a number is the one in effect', () => {
  const { port, rateLimitPerMinute, journal } = serverDefaults;
  const url = `http://127.0.0.1:${port}`;
  const known: Readonly<Record<string, string>> = {
    'serve --port': String(port),
    'app --port': String(port),
    'serve --host': LISTENING_HOSTS[0],
    'serve --seed': usual.seed,
    'app --seed': usual.seed,
    'mcp --seed': usual.seed,
    'compare-traffic --seed': usual.seed,
    'proxy --seed': usual.seed,
    'serve --clock': usual.startAt,
    'app --clock': usual.startAt,
    'import --clock': usual.startAt,
    'serve --clock-rate': usual.rate,
    'app --clock-rate': usual.rate,
    'serve --drift-check': `${DEFAULT_DRIFT_CHECK_MS / 60_000}m`,
    'app --drift-check': `${DEFAULT_DRIFT_CHECK_MS / 60_000}m`,
    'serve --rate-limit': String(rateLimitPerMinute),
    'app --rate-limit': String(rateLimitPerMinute),
    'serve --journal-rows': String(journal.rows),
    'serve --journal-mb': String(journal.megabytes),
    'serve --max-worlds': String(MAX_WORLDS),
    'explore --jobs': `${TRIALS_OF_CORE.started} for each core, ${TRIALS_OF_CORE.reused} with keep_alive`,
    ...Object.fromEntries(['record', 'verify-task', ...WORLD].map((each) => [`${each} --url`, url])),
    // These are no defaults of the server: tests of their own check them.
    'explore --seed': '1',
    'explore --budget': '10m, or none with --trials',
    'proxy --port': '4711',
    'compare-traffic --base': 'at /v1, /form-a/v1 and /form-b/v1 of any host',
  };
  expect(Object.fromEntries(FOUND)).toEqual(known);
  expect(formatInstant(Date.parse(usual.startAt))).toBe('2026-03-02T09:30:00.000Z');
});

const WORLD = ['list', 'fork', 'export', 'import', 'end'].map((each) => `world ${each}`);
