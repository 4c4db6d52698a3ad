/**
 * Runs trials of the explorer with a client that polls: many in one process, and a process for each; the reference is
 * starting such processes, a few at a time. Most trials wait for a fault to pass, so the rate depends on how many wait
 * together. It is computed from a long and a short exploration, which both start threads and clients.
 */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exploreClient } from '../../src-server/app.ts';
import { packageRoot } from '../../src-server/system/package-root.ts';
import type { Figure } from '../figure.ts';
import { withTempFolder } from '../with-temp-folder.ts';

const CLIENT = [process.execPath, join(packageRoot(), 'test/explorer/clients/polling.mjs')];
const TRIALS = { reused: { short: 80, long: 480 }, started: { short: 20, long: 120 } };
const GOALS = { reused: 20, started: 3 };
const STARTS = 60;
const AT_ONCE = 6;

export async function benchExplorer(): Promise<Figure[]> {
  const startsPerSecond = await bareStarts();
  const figures: Figure[] = [];
  for (const kind of ['reused', 'started'] as const) {
    const rate = await trialsPerSecond(kind);
    const name = kind === 'reused' ? 'trials of a client that stays' : 'trials of a client that is started anew';
    const goal = { text: `≥ ${GOALS[kind]} a second`, met: rate >= GOALS[kind] };
    const reference = { what: 'bare starts of a process', value: startsPerSecond };
    figures.push({ name, value: rate, unit: 'trials/s', reference, goal });
  }
  return figures;
}

async function trialsPerSecond(kind: 'reused' | 'started'): Promise<number> {
  const short = await explored(kind, TRIALS[kind].short);
  const long = await explored(kind, TRIALS[kind].long);
  return ((long.trials - short.trials) * 1000) / (long.elapsed_ms - short.elapsed_ms);
}

async function explored(kind: 'reused' | 'started', mostTrials: number) {
  const flags = kind === 'reused' ? ['--keep-alive'] : [];
  const report = await withTempFolder((folder) => {
    const file = join(folder, 'explore.yaml');
    writeFileSync(file, `keep_alive: ${kind === 'reused'}\n`);
    return exploreClient({
      file,
      command: [...CLIENT, ...flags],
      folder,
      seed: 1,
      budgetMs: null,
      mostTrials,
      only: null,
      jobs: null,
      signal: new AbortController().signal,
    });
  });
  if (report.findings.length > 0) throw new Error(`the client is sound, but: ${report.findings[0]?.text}`);
  return report;
}

async function bareStarts(): Promise<number> {
  const startedMs = performance.now();
  let left = STARTS;
  const work = async () => {
    for (; left > 0; left -= 1) await ended();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return (STARTS * 1000) / (performance.now() - startedMs);
}

function ended(): Promise<void> {
  return new Promise((resolve) => spawn(process.execPath, ['-e', '0']).once('close', () => resolve()));
}
