/**
 * `npm run mutants [-- --count 300] [--seed 1] [--workers 2]`, after a build: changes single operators of the rooms
 * that compute, drawn at random, and runs the tests to see whether they notice. The first round runs all tests without
 * a change and records which functions each test file calls; a change is then tested by the files that call its
 * function, the quickest first. Each worker has a copy of the last commit and changes one operator of it at a time. An
 * interrupted run resumes, with `--again` without another first round. Ends with 1 where fewer than 95 % are noticed.
 */
import { spawn } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { readSourceTree } from '../architecture/source-tree.ts';
import { readCovering } from './covered.ts';
import { drawMutants, type Mutant, mutantsOf, mutatedText } from './mutants.ts';

const ROOMS = ['domain', 'engine', 'kernel', 'market', 'webhooks'].map((room) => `src-server/${room}`);
const MIN_NOTICED = 0.95;
/** Rounds of `readCovering` that take up to half a minute. */
const QUICK_ROUNDS = 2;
/**
 * Tests that never end have noticed, too. A quick round takes a fifth of the first limit, all files a fifth of the
 * second.
 */
const MAX_MS = { quick: 180_000, rest: 1_800_000, all: 3_600_000 };

const root = packageRoot();
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: '2' },
    again: { type: 'boolean', default: false },
  },
});
const outcome = z.object({ mutant: z.string(), noticed: z.boolean() });
type Outcome = z.infer<typeof outcome>;

const coveredFolder = join(root, 'test-results', 'covered');
const results = join(root, 'test-results', `mutants-${values.seed}.ndjson`);
const known = new Map(readOutcomes().map((each) => [each.mutant, each]));
const copies = await Promise.all(Array.from({ length: Number(values.workers) }, copyOfTheLastCommit));
const all = readSourceTree(copies[0] ?? root, ROOMS).flatMap(mutantsOf);
const drawn = drawMutants(all, Number(values.count), Number(values.seed));
process.stderr.write(`${drawn.length} of ${all.length} changes, results in ${results}\n`);
try {
  if (!values.again) await recordCovered(copies[0] ?? root);
  const coveringFiles = readCovering(coveredFolder);
  const waiting = drawn.filter((mutant) => !known.has(nameOf(mutant)));
  const quickOf = (mutant: Mutant) => runs(coveringFiles(calledIn(mutant)).slice(0, QUICK_ROUNDS));
  // The quick files notice most changes. The others are tested by the rest once all have been tried.
  const restOf = (mutant: Mutant) => {
    const rounds = coveringFiles(calledIn(mutant));
    // Code that runs while a module is loaded, or in another thread, belongs to no function of a test file.
    return rounds.length > 0 ? runs(rounds.slice(QUICK_ROUNDS)) : [['related', mutant.path, '--run']];
  };
  const left: Mutant[] = [];
  const eachCopy = (work: (copy: string) => Promise<void>) => Promise.all(copies.map(work));
  await eachCopy((copy) => tryEach(copy, waiting, quickOf, left));
  await eachCopy((copy) => tryEach(copy, left, restOf, null));
} finally {
  for (const copy of copies) rmSync(copy, { recursive: true, force: true });
}
const survivors = drawn.map(nameOf).filter((name) => known.get(name)?.noticed !== true);
const share = 1 - survivors.length / drawn.length;
process.stdout.write(`${(share * 100).toFixed(1)} % of ${drawn.length} changes were noticed\n`);
for (const survivor of survivors) process.stdout.write(`survived: ${survivor}\n`);
process.exitCode = share >= MIN_NOTICED ? 0 : 1;

function calledIn({ path, within }: Mutant): string {
  return `${path} ${within}`;
}

function runs(rounds: readonly string[][]): string[][] {
  return rounds.map((files) => ['run', ...files]);
}

/** Takes one change after the other from `waiting`, which all copies share; those that no test noticed go to `left`. */
async function tryEach(
  copy: string,
  waiting: Mutant[],
  roundsOf: (mutant: Mutant) => string[][],
  left: Mutant[] | null,
): Promise<void> {
  for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
    const noticed = await isNoticed(copy, mutant, roundsOf(mutant), left === null ? MAX_MS.rest : MAX_MS.quick);
    if (!noticed && left !== null) left.push(mutant);
    else store({ mutant: nameOf(mutant), noticed });
    const done = `${known.size} of ${drawn.length}`;
    process.stderr.write(`${done} ${noticed ? 'noticed' : left === null ? 'SURVIVED' : 'not yet'} ${nameOf(mutant)}\n`);
  }
}

/** Throws if the tests fail without any change. */
async function recordCovered(copy: string): Promise<void> {
  rmSync(coveredFolder, { recursive: true, force: true });
  mkdirSync(coveredFolder, { recursive: true });
  process.env.BALLAST_COVERED = coveredFolder;
  const share = `--maxWorkers=${availableParallelism()}`;
  const passed = await arePassed(copy, ['run', share], MAX_MS.all);
  delete process.env.BALLAST_COVERED;
  if (!passed) throw new Error('the tests fail without any change');
}

function nameOf({ path, line, start, what }: Mutant): string {
  return `${path}:${line} (at ${start}) ${what}`;
}

function readOutcomes(): Outcome[] {
  if (!existsSync(results)) return [];
  const lines = readFileSync(results, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => outcome.parse(JSON.parse(line)));
}

function store(made: Outcome): void {
  known.set(made.mutant, made);
  mkdirSync(join(root, 'test-results'), { recursive: true });
  appendFileSync(results, `${JSON.stringify(made)}\n`);
}

async function copyOfTheLastCommit(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-mutants-'));
  const cloned = await run('git', ['clone', '-q', '--local', root, folder], root, MAX_MS.quick);
  if (cloned !== 0) throw new Error(`git clone ended with ${cloned}`);
  for (const made of ['node_modules', 'test/client/node_modules', 'out'])
    symlinkSync(join(root, made), join(folder, made));
  return folder;
}

async function isNoticed(copy: string, mutant: Mutant, tests: string[][], mostMs: number): Promise<boolean> {
  const share = `--maxWorkers=${Math.max(1, Math.floor(availableParallelism() / copies.length))}`;
  const file = join(copy, mutant.path);
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, mutatedText(text, mutant));
  try {
    for (const args of tests) if (!(await arePassed(copy, [...args, share], mostMs))) return true;
    return false;
  } finally {
    writeFileSync(file, text);
  }
}

async function arePassed(copy: string, args: readonly string[], mostMs: number): Promise<boolean> {
  const options = ['--bail=1', '--reporter=dot', '--tags-filter=!deep', '--project=rooms', '--passWithNoTests'];
  return (await run(process.execPath, ['node_modules/vitest/vitest.mjs', ...args, ...options], copy, mostMs)) === 0;
}

/** Returns its exit code; null if it had to be ended. */
function run(command: string, args: readonly string[], cwd: string, mostMs: number): Promise<number | null> {
  const child = spawn(command, args, { cwd, stdio: 'ignore', timeout: mostMs });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
}
