/**
 * `ballast app`, which `npm start` runs: the desktop app where Electron can show a window. Otherwise one line says why,
 * and the same app opens in a browser.
 */

import type { Command } from 'commander';
import type { BallastServer } from '../../app.ts';
import { APP_FLAGS } from '../../contract/flags/serve-flags.ts';
import { type Environment, readEnvironment } from '../../system/environment.ts';
import { userFolders } from '../../system/files/user-folders.ts';
import { packageRoot } from '../../system/package-root.ts';
import { appServerOptions } from '../../system/server-defaults.ts';
import { findElectron } from '../desktop/find-electron.ts';
import { type BuildTarget, ensureFreshBuild } from '../desktop/fresh-build.ts';
import { runDesktop } from '../desktop/run-desktop.ts';
import { exitCodes } from '../exit-codes.ts';
import { addFlags } from '../options/add-flags.ts';
import { type AppFlags, type AppOptions, appOptions } from '../options/app-options.ts';
import { collectUnknownArguments, faultsOfLeftovers } from '../options/unknown-arguments.ts';
import { runServer } from '../run-server.ts';
import type { Shutdown } from '../shutdown-signals.ts';
import { reportFaults } from '../terminal/report-failure.ts';
import { writeLine, writeNote } from '../terminal/write-out.ts';

export function addAppCommand(program: Command, shutdown: Shutdown, end: (exitCode: number) => void): void {
  const command = program.command('app').description('open the app in a window, or otherwise in the browser');
  addFlags(collectUnknownArguments(command), APP_FLAGS)
    .helpOption('-h, --help', 'show these flags')
    .action(async (flags: AppFlags) => end(await app(command, flags, shutdown)));
}

async function app(command: Command, flags: AppFlags, shutdown: Shutdown): Promise<number> {
  const leftovers = faultsOfLeftovers(command);
  const options = appOptions(flags, userFolders());
  if ('faults' in options) return reportFaults([...leftovers, ...options.faults]);
  if (leftovers.length > 0) return reportFaults(leftovers);
  const environment = readEnvironment();
  const inWindow = await tryWindow(options, environment, shutdown);
  if (shutdown.isRequested()) return exitCodes.done;
  if ('exitCode' in inWindow) return inWindow.exitCode;
  say(`No desktop window: ${inWindow.reason}. The same app runs in the browser.`);
  return runInBrowser(options, environment, shutdown);
}

/** Returns the window's exit code, or the reason why no window opened. */
async function tryWindow(
  options: AppOptions,
  environment: Environment,
  shutdown: Shutdown,
): Promise<{ exitCode: number } | { reason: string }> {
  if (!options.open) return { reason: '--no-open was given' };
  if (environment.ci) return { reason: 'this is a CI machine' };
  if (!environment.display) return { reason: 'there is no display' };
  if (environment.root) return { reason: 'Electron refuses to run as root' };
  const root = packageRoot();
  const abort = abortOn(shutdown);
  const { cacheDir } = userFolders();
  const electron = await findElectron({ root, cacheDir, nowMs: Date.now(), say, abort });
  if ('reason' in electron) return { reason: `Electron is missing, and ${electron.reason}` };
  if (!(await build('desktop', shutdown))) return { reason: 'it could not be built' };
  const { binary } = electron;
  const end = await runDesktop({ ...options, binary, root }, shutdown);
  return end.early ? { reason: `Electron exited at once with code ${end.exitCode}` } : { exitCode: end.exitCode };
}

async function runInBrowser(options: AppOptions, environment: Environment, shutdown: Shutdown): Promise<number> {
  if (!(await build('renderer', shutdown)) && !shutdown.isRequested()) return exitCodes.cannotStart;
  const { cacheDir } = userFolders();
  const { appAddress } = options;
  return runServer({ ...appServerOptions(options, environment.log), appAddress, cacheDir }, shutdown, (ballast) => {
    const storage = options.dataDir === null ? 'nothing is stored' : `data in ${options.dataDir}`;
    writeLine(`Ballast is ready: open ${ballast.newAddress()} (${storage}; the address works once; Ctrl+C ends it).`);
    if (options.open && environment.display && !environment.ci) void openBrowser(ballast);
  });
}

/** Returns true when `out/` is up to date. The output of a failed build goes to stderr. */
async function build(target: BuildTarget, shutdown: Shutdown): Promise<boolean> {
  const failure = await ensureFreshBuild({ root: packageRoot(), target, say, abort: abortOn(shutdown) });
  if (failure !== null && !shutdown.isRequested()) {
    writeNote(`${failure}\nballast: the app could not be built`);
  }
  return failure === null;
}

/** Opens the address in a browser. It is also printed, so a browser that does not open is not a failure. */
async function openBrowser(ballast: BallastServer): Promise<void> {
  try {
    const { default: open } = await import('open');
    const browser = await open(ballast.newAddress());
    browser.on('error', () => undefined);
  } catch {
    say('(The browser could not be opened.)');
  }
}

function abortOn(shutdown: Shutdown): AbortSignal {
  const controller = new AbortController();
  shutdown.requested.then(() => controller.abort());
  return controller.signal;
}

function say(line: string): void {
  writeLine(line);
}
