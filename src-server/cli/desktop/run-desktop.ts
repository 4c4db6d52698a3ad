/**
 * Runs the desktop app in Electron, as a child that shares this terminal, until the user closes it or this process
 * receives a signal to end.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import type { Shutdown } from '../shutdown-signals.ts';

interface DesktopRun {
  readonly binary: string;
  readonly root: string;
  readonly dataDir: string | null;
  readonly ownScenarios: string;
  readonly port: number;
  /** The user's choices for the world, as options of the server. */
  readonly world: object;
}

/** The end of Electron; `early` when it failed before a user can have used it. */
interface DesktopEnd {
  readonly exitCode: number;
  readonly early: boolean;
}

/** Never rejects: if Electron cannot be started, it ended early. */
export async function runDesktop(run: DesktopRun, shutdown: Shutdown): Promise<DesktopEnd> {
  const startedAtMs = performance.now();
  const place = run.dataDir === null ? ['--ballast-memory'] : [`--ballast-data=${run.dataDir}`];
  const scenarios = `--ballast-scenarios=${run.ownScenarios}`;
  const world = `--ballast-world=${encodeURIComponent(JSON.stringify(run.world))}`;
  const ours = [`--ballast-port=${run.port}`, scenarios, ...place, world];
  const child = spawn(run.binary, [run.root, ...ours], { stdio: 'inherit' });
  const ended = endOf(child);
  shutdown.requested.then(() => child.kill('SIGTERM'));
  const code = await ended;
  if (shutdown.isRequested()) return { exitCode: 0, early: false };
  // With exit code 2 the port is taken, which the app has shown in a dialog.
  const early = code !== 0 && code !== 2 && performance.now() - startedAtMs < earlyEndMs;
  return { exitCode: code, early };
}

/** A missing library or a refused sandbox ends Electron within a second or two; a user needs longer. */
const earlyEndMs = 10_000;

function endOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.once('error', () => resolve(1));
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
