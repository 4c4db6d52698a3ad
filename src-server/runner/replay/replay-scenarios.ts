/**
 * `ballast replay`: every scenario in a world of its own, compared with its golden log; reports for people and
 * machines. All faults of all files are told before anything is run. Refuses to know how a scenario is played.
 */

import type { LoadedScenario } from '../../scenario/load/load-scenario.ts';
import type { FileFault } from '../../scenario/load/read-yaml.ts';
import { describeFault } from '../../scenario/load/read-yaml.ts';
import { htmlReport } from '../../scenario/reports/html-report.ts';
import { jsonReport } from '../../scenario/reports/json-report.ts';
import { junitXml } from '../../scenario/reports/junit-xml.ts';
import { sumText } from '../../scenario/reports/text-report.ts';
import { type ReplaySummary, type ScenarioResult, summaryOf } from '../../scenario/run/scenario-result.ts';
import { readChartLibrary } from '../../system/chart-library.ts';
import { projectRoot } from '../../system/files/read-source.ts';
import { writeInParts } from '../../system/files/text-folder.ts';
import { hostClock } from '../../system/host-time.ts';
import { findScenarios } from '../library/find-scenarios.ts';
import { loadScenario } from '../library/load-scenario.ts';
import { playAll } from './play-all.ts';
import type { ReplayExit, ReplayOptions } from './replay-options.ts';
import type { WorldStarter } from './start-world.ts';

export async function replayScenarios(options: ReplayOptions, starter: WorldStarter): Promise<ReplayExit> {
  const read = readScenarios(options);
  if ('faults' in read) {
    for (const fault of read.faults) options.write(fault);
    return 65;
  }
  const chosen = choose(read.loaded, options.filter ?? null);
  if (chosen.length === 0) {
    options.write(`none of ${read.loaded.length} scenarios has '${options.filter}' in its name, file or tags`);
    return 64;
  }
  // Without a seed of its own a shuffle is another one every time.
  if (options.shuffle != null && !options.json) options.write(`begun in the order of --shuffle ${options.shuffle}`);
  const startedMs = hostClock.monotonicMs();
  const results = await playAll(chosen, options, starter);
  const sum = summaryOf(results, hostClock.monotonicMs() - startedMs);
  report(results, sum, options);
  return exitOf(results, options);
}

/** Every scenario of the words, or every fault of all of them. */
export function readScenarios(
  options: Pick<ReplayOptions, 'files' | 'root' | 'vary'>,
): { loaded: LoadedScenario[] } | { faults: string[] } {
  const { files, faults } = findScenarios(options.files);
  const found = files.map((file) => loadScenario(file, options.root ?? projectRoot(file), options.vary ?? {}));
  const told = [...faults, ...tell(found.flatMap((result) => (result.ok ? [] : result.faults)))];
  if (told.length > 0) return { faults: told };
  return { loaded: found.flatMap((result) => (result.ok ? [result.loaded] : [])) };
}

/** A fault of a file that several scenarios include is told once. */
function tell(faults: readonly FileFault[]): string[] {
  return [...new Set(faults.map(describeFault))];
}

export function choose(loaded: readonly LoadedScenario[], filter: string | null): readonly LoadedScenario[] {
  if (filter === null) return loaded;
  const wanted = filter.toLowerCase();
  return loaded.filter(({ file, scenario }) =>
    [file, scenario.name, ...scenario.tags].some((text) => text.toLowerCase().includes(wanted)),
  );
}

export function report(results: readonly ScenarioResult[], sum: ReplaySummary, options: ReplayOptions): void {
  const { json, junit, html, write } = options;
  if (json) write(JSON.stringify(jsonReport(results, sum)));
  else if (results.length > 1) write(sumText(sum));
  if (junit !== null) writeInParts(junit, [junitXml(results)]);
  if (html !== null) writeInParts(html, [htmlReport(results, sum, readChartLibrary())]);
}

function exitOf(results: readonly ScenarioResult[], { signal }: ReplayOptions): ReplayExit {
  if (signal?.aborted) return 130;
  if (results.some(({ outcome }) => outcome.status === 'bad')) return 65;
  const failed = results.filter(({ passed }) => !passed);
  if (failed.length === 0) return 0;
  return failed.every(({ provesNothing }) => provesNothing) ? 65 : 1;
}
