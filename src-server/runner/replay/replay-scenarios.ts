/**
 * `ballast replay`: runs every scenario in a world of its own and compares it with its golden log; reports for people
 * and machines. A bad file is one of the failures. Does not know how a scenario is run.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { failedReport } from '../../contract/control/scenarios/replay-report.ts';
import { htmlReport } from '../../scenario/reports/html-report.ts';
import { jsonReport } from '../../scenario/reports/json-report.ts';
import { junitXml } from '../../scenario/reports/junit-xml.ts';
import { sumText } from '../../scenario/reports/text-report.ts';
import { type ReplaySummary, type ScenarioResult, summaryOf } from '../../scenario/run/scenario-result.ts';
import { writeInParts } from '../../system/files/text-folder.ts';
import { hostClock } from '../../system/host-time.ts';
import { packageFolder } from '../../system/package-root.ts';
import { holdsWorld } from '../../world/data-folder.ts';
import { StartupError } from '../../world/startup-error.ts';
import { removeWorld } from '../../world/world-database.ts';
import { type ChosenScenario, choose, readScenarios } from './chosen-scenario.ts';
import { playAll } from './play-all.ts';
import type { ReplayExit, ReplayOptions } from './replay-options.ts';
import type { WorldStarter } from './start-world.ts';

export async function replayScenarios(options: ReplayOptions, starter: WorldStarter): Promise<ReplayExit> {
  const found = readScenarios(options);
  const chosen = choose(found, options.filter ?? null);
  if (chosen.length === 0) {
    const fault = `none of ${found.length} scenarios has '${options.filter}' in its name, file or tags`;
    options.write(options.json ? JSON.stringify(failedReport([fault])) : fault);
    return 64;
  }
  readyDataFolder(chosen, options);
  // Without a given seed, each shuffle differs.
  if (options.shuffle != null && !options.json) options.write(`started in the order of --shuffle ${options.shuffle}`);
  const startedMs = hostClock.monotonicMs();
  const results = await playAll(chosen, options, starter);
  const sum = summaryOf(results, hostClock.monotonicMs() - startedMs);
  reportResults(results, sum, options);
  return exitOf(results, options);
}

/** A scenario starts in a new world, and would continue the one in the folder (decision K124). */
function readyDataFolder(chosen: readonly ChosenScenario[], { dataDir = null, force = false }: ReplayOptions): void {
  const sound = chosen.filter((each) => !('faults' in each));
  if (dataDir === null || sound.length === 0) return;
  if (sound.length > 1)
    throw new StartupError(64, [`--data stores the world of a single scenario, but there are ${sound.length}`]);
  if (!holdsWorld(dataDir)) return;
  if (!force) {
    const remedy = '--force removes it, with its journal, snapshots and recordings; or name another folder';
    throw new StartupError(64, [
      `--data ${dataDir}: already has a world, in which the scenario would continue: ${remedy}`,
    ]);
  }
  removeWorld(dataDir);
}

export function reportResults(results: readonly ScenarioResult[], sum: ReplaySummary, options: ReplayOptions): void {
  const { json, junit, html, write } = options;
  if (!json && results.length > 1) write(sumText(sum));
  if (junit !== null) writeInParts(junit, [junitXml(results)]);
  if (html !== null) writeInParts(html, [htmlReport(results, sum, readChartLibrary())]);
  // Last, so that a file that cannot be written is reported in one document.
  if (json) write(JSON.stringify(jsonReport(results, sum)));
}

function exitOf(results: readonly ScenarioResult[], { signal }: ReplayOptions): ReplayExit {
  if (signal?.aborted) return 130;
  if (results.some(({ outcome }) => outcome.status === 'bad')) return 65;
  const failed = results.filter(({ passed }) => !passed);
  if (failed.length === 0) return 0;
  return failed.every(({ provesNothing }) => provesNothing) ? 65 : 1;
}

interface ChartLibrary {
  /** Defines `uPlot`. */
  readonly script: string;
  readonly style: string;
}

/** The script and style of uPlot as text, for reports that have to work without a network. */
function readChartLibrary(): ChartLibrary {
  const folder = join(packageFolder('uplot'), 'dist');
  return {
    script: readFileSync(join(folder, 'uPlot.iife.min.js'), 'utf8'),
    style: readFileSync(join(folder, 'uPlot.min.css'), 'utf8'),
  };
}
