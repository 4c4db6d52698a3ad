/**
 * Measures from the start of the process to the ready line of `serve`, built and from source. The first start of each
 * is not counted: it fills Node's compile cache, as the first start on any machine does.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '../src-server/system/package-root.ts';
import { builtServer, firstLine } from './built-server.ts';
import { type Figure, interleave } from './figure.ts';

const ROUNDS = 7;
const GOAL_MS = 500;
const SERVE = ['serve', '--port', '0', '--memory', '--json'];

export async function benchStartupTime(): Promise<Figure[]> {
  const built = builtServer();
  const source = join(packageRoot(), 'src-server/cli/start.ts');
  const works = {
    built: () => untilFirstLine([built, ...SERVE]),
    source: () => untilFirstLine([source, ...SERVE]),
    bare: () => untilFirstLine(['-e', 'console.log(1)']),
  };
  await interleave(1, works);
  const times = await interleave(ROUNDS, works);
  const reference = { what: 'bare Node', value: times.bare };
  const goal = { text: `≤ ${GOAL_MS} ms`, met: times.built <= GOAL_MS };
  return [
    { name: 'start of the built server', value: times.built, unit: 'ms', reference, goal },
    { name: 'start from source', value: times.source, unit: 'ms', reference, goal: null },
  ];
}

/** Milliseconds from spawning Node with `words` to its first line on stdout. Stops it, and waits until it has ended. */
async function untilFirstLine(args: readonly string[]): Promise<number> {
  const startedMs = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await firstLine(child, args);
  const tookMs = performance.now() - startedMs;
  child.kill('SIGTERM');
  await ended;
  return tookMs;
}
