/**
 * `npm run test:repeat -- 20 [--busy 2]`: runs `npm test` that many times, beside this number of processes that only
 * use a core, and names each test that did not pass every time. The output of a failed run is in
 * `test-results/repeated`. Ends with 1 if a run failed.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { type RepeatedRun, readRun, summaryOf } from './repeated-runs.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { busy: { type: 'string', default: '0' } },
});
const count = wholeNumber(positionals[0] ?? '5', 'the number of runs');
const busy = wholeNumber(values.busy, '--busy');
const root = packageRoot();
const results = join(root, 'test-results/vitest.json');
const logs = join(root, 'test-results/repeated');
mkdirSync(logs, { recursive: true });

const runs: RepeatedRun[] = [];
const load = Array.from({ length: busy }, startBusyProcess);
let tests: ChildProcess | null = null;
process.once('exit', () => {
  for (const child of load) child.kill('SIGKILL');
  tests?.kill('SIGTERM');
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
for (let number = 1; number <= count; number += 1) {
  const log = join(logs, `run-${number}.log`);
  const beganMs = performance.now();
  rmSync(results, { force: true });
  const exitCode = await runTests(log);
  const run = readRun(readResults(), exitCode);
  runs.push(run);
  if (run.hasPassed) rmSync(log);
  const tookS = Math.round((performance.now() - beganMs) / 1000);
  const outcome = run.hasPassed ? 'passed' : `FAILED, see ${log}`;
  process.stdout.write(`run ${number} of ${count}: ${run.passed} tests passed in ${tookS} s, ${outcome}\n`);
}
process.stdout.write(`${summaryOf(runs)}\n`);
process.exit(runs.every(({ hasPassed }) => hasPassed) ? 0 : 1);

function runTests(log: string): Promise<number> {
  const output = createWriteStream(log);
  const child = spawn('npm', ['test'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  tests = child;
  child.stdout.pipe(output, { end: false });
  child.stderr.pipe(output, { end: false });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => output.end(() => resolve(code ?? 1)));
  });
}

function readResults(): string | null {
  try {
    return readFileSync(results, 'utf8');
  } catch {
    return null;
  }
}

function startBusyProcess(): ChildProcess {
  return spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
}

function wholeNumber(text: string, what: string): number {
  if (!/^\d+$/.test(text)) throw new Error(`${what}: '${text}' is not a whole number`);
  return Number(text);
}
