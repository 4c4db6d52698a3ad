/**
 * Measures what `ballast/testing` costs a test: loading it, the first server, another one, a reset; in plain Node and
 * in test runners, built and each time in a new process. The test file of each runner is the same few lines.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../src-server/system/package-root.ts';
import { type Figure, median } from './figure.ts';
import { withTempFolder } from './with-temp-folder.ts';

const ROUNDS = 5;
const START_GOAL_MS = 150;
const RESET_GOAL_MS = 20;

type Times = Readonly<Record<'load' | 'start' | 'again' | 'firstReset' | 'reset', number>>;

const WORK = `
const times = {};
const timed = async (name, work) => {
  const begunMs = performance.now();
  const result = await work();
  times[name] = performance.now() - begunMs;
  return result;
};
async function measure(load) {
  const { startBallast } = await timed('load', load);
  const ballast = await timed('start', () => startBallast());
  await timed('firstReset', () => ballast.reset());
  const other = await timed('again', () => startBallast());
  await ballast.createPortfolio({ form: 'B', cash: 1000, targets: [{ isin: 'DE0007164600', weight: 1 }] });
  for (let round = 0; round < 5; round += 1) await timed('reset', () => ballast.reset());
  await Promise.all([ballast.stop(), other.stop()]);
  require('node:fs').writeFileSync('times.json', JSON.stringify(times));
}
`;

/** A file and the arguments that run it. */
const RUNNERS: Readonly<Record<string, { file: string; tail: string; script: string; words: string[] }>> = {
  'plain Node': {
    file: 'work.cjs',
    tail: 'measure(() => require("ballast/testing"));',
    script: '',
    words: ['work.cjs'],
  },
  'node:test': {
    file: 'work.test.cjs',
    tail: 'require("node:test").test("work", () => measure(() => require("ballast/testing")));',
    script: '',
    words: ['--test', 'work.test.cjs'],
  },
  Vitest: {
    file: 'work.test.mjs',
    tail: 'test("work", () => measure(() => import("ballast/testing")));',
    script: 'vitest/vitest.mjs',
    words: ['run'],
  },
  Jest: {
    file: 'work.test.js',
    tail: 'test("work", () => measure(() => require("ballast/testing")));',
    script: 'jest/bin/jest.js',
    words: [],
  },
};

export async function benchTesting(): Promise<Figure[]> {
  const root = packageRoot();
  if (!existsSync(join(root, 'out/server/testing.cjs'))) throw new Error('out/server is not built: npm run build');
  return withTempFolder(async (folder) =>
    Object.keys(RUNNERS).flatMap((runner) => {
      const rounds = Array.from({ length: ROUNDS }, (_, round) =>
        run(root, join(folder, `${runner}-${round}`), runner),
      );
      return figuresOf(runner, rounds);
    }),
  );
}

function run(root: string, folder: string, runner: string): Times {
  const { file, tail, script, words: args } = RUNNERS[runner] ?? { file: '', tail: '', script: '', words: [] };
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  symlinkSync(root, join(folder, 'node_modules/ballast'));
  for (const name of ['vitest', 'jest'])
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  writeFileSync(join(folder, 'package.json'), '{ "jest": { "transform": {} } }');
  const imports =
    runner === 'Vitest'
      ? 'import { test } from "vitest";\nimport { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);'
      : '';
  writeFileSync(join(folder, file), `${imports}${WORK}${tail}\n`);
  const program = script === '' ? [] : [join(root, 'node_modules', script)];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...program, ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${runner}: ${stdout}${stderr}`);
  return JSON.parse(readFileSync(join(folder, 'times.json'), 'utf8'));
}

function figuresOf(runner: string, rounds: readonly Times[]): Figure[] {
  const of = (name: keyof Times) => median(rounds.map((times) => times[name]));
  const figure = (name: string, value: number, goalMs: number | null): Figure => ({
    name: `${runner}: ${name}`,
    value,
    unit: 'ms',
    reference: null,
    goal: goalMs === null ? null : { text: `≤ ${goalMs} ms`, met: value <= goalMs },
  });
  return [
    figure('loading ballast/testing', of('load'), null),
    figure('the first server after it', of('start'), START_GOAL_MS),
    figure('another server', of('again'), START_GOAL_MS),
    figure('the first reset', of('firstReset'), RESET_GOAL_MS),
    figure('a reset', of('reset'), RESET_GOAL_MS),
  ];
}
