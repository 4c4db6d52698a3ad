/**
 * Searches for faults that break a client: for `ballast explore`, which writes its findings into a folder and can be
 * resumed (decision Q1), and for tests.
 */

import { basename, join, resolve } from 'node:path';
import { type ExplorationReport, FINDING_FILES } from '../../contract/control/explorer/explorations.ts';
import { countOf } from '../../domain/numbers/count-of.ts';
import {
  explorationJunit,
  explorationLines,
  findingHeadline,
  folderOfFinding,
} from '../../explorer/exploration-text.ts';
import { hashOf } from '../../sweep/job-bundle.ts';
import { writeFolder, writeInParts } from '../../system/files/text-folder.ts';
import { StartupError } from '../../world/startup-error.ts';
import { currentCompatibilityKey } from '../jobs/compatibility-key.ts';
import { resumeCommand } from '../jobs/resume-command.ts';
import { loadExploration } from './load-exploration.ts';
import { bundleOf, type ExplorationOptions, runExploration, type StartedExploration } from './start-exploration.ts';
import { createMemoryTrialStore, openTrialStore } from './trial-store.ts';

export interface ExploreCommandOptions extends Omit<ExplorationOptions, 'store' | 'onFinding'> {
  /** `null`: all defaults. */
  readonly file: string | null;
  /** Empty: the command of the file. */
  readonly command: readonly string[];
  /** Working directory of the client, unless its file names another. */
  readonly workingFolder: string;
  /** `null`: `<file without its extension>.explore`, or `client.explore`, in the working directory. */
  readonly out: string | null;
  readonly resume: boolean;
  readonly json: boolean;
  /** `null`: no file is written. */
  readonly junit: string | null;
  /** Writes a line of the summary. */
  readonly write: (line: string) => void;
  /** Called after the last progress. */
  readonly onEnd: () => void;
}

/**
 * 0: nothing was found; 1: there are findings; 65: nothing was tried; 130: interrupted. Throws `StartupError` (2, 64,
 * 65).
 */
export async function exploreCommand(options: ExploreCommandOptions, workerFile: URL): Promise<0 | 1 | 65 | 130> {
  const { file, command, workingFolder, out, resume, seed } = options;
  const loaded = loadExploration(file, command, workingFolder);
  const folder = out ?? `${file === null ? 'client' : basename(file).replace(/\.(ya?ml|json)$/, '')}.explore`;
  const facts = { compatibilityKey: currentCompatibilityKey(), task: hashOf(bundleOf(loaded)), seed };
  const store = openTrialStore(folder, facts, resume);
  const onFinding = (exploration: StartedExploration, number: number) => {
    writeFinding(exploration, number, folder);
    const found = exploration.report().findings[number - 1];
    // Its faults and its remedy are printed with those of the others at the end.
    if (found !== undefined) options.note(`found ${folder}/${findingHeadline(found)}`);
  };
  const ended = await runExploration(loaded, { ...options, store, onFinding }, workerFile).finally(options.onEnd);
  const report = ended.report();
  if (ended.end === 'interrupted') {
    const resume = resumeCommand({ ...options, command: 'explore', folder, flags: flagsOf(options), client: command });
    options.note(`interrupted; ${countOf(store.count(), 'trial is', 'trials are')} stored; continue with: ${resume}`);
    return 130;
  }
  writeInParts(join(folder, 'report.json'), [`${JSON.stringify(report, null, 2)}\n`]);
  if (options.junit !== null) writeInParts(options.junit, [explorationJunit(report)]);
  if (options.json) options.write(JSON.stringify(report));
  else for (const line of [...explorationLines(report, folder), ...onlyLine(options)]) options.write(line);
  if (report.findings.length > 0) return 1;
  return report.unproven === null ? 0 : 65;
}

/** A report that leaves findings out says so. */
function onlyLine({ only }: ExploreCommandOptions): string[] {
  return only === null ? [] : [`only findings with the verdict “${only}” are reported, because of --only ${only}`];
}

function writeFinding(exploration: StartedExploration, number: number, folder: string): void {
  const place = resolve(folder, folderOfFinding(number));
  const files = FINDING_FILES.map((name) => [name, exploration.findingFile(number, name, place) ?? '']);
  writeFolder(place, Object.fromEntries(files));
}

/** Leaves out defaults. */
function flagsOf({ seed, mostTrials, only }: ExploreCommandOptions): string[] {
  return [
    ...(seed === 1 ? [] : ['--seed', String(seed)]),
    ...(mostTrials === null ? [] : ['--trials', String(mostTrials)]),
    ...(only === null ? [] : ['--only', only]),
  ];
}

export interface ExploreClientOptions
  extends Pick<ExplorationOptions, 'seed' | 'budgetMs' | 'mostTrials' | 'only' | 'jobs' | 'signal'> {
  /** `null`: all defaults. */
  readonly file: string | null;
  /** Empty: the command of the file. */
  readonly command: readonly string[];
  readonly folder: string;
}

/** In this process and without a folder. Rejects with `StartupError` (64, 65). */
export async function exploreClient(options: ExploreClientOptions, workerFile: URL): Promise<ExplorationReport> {
  const { file, command, folder } = options;
  const loaded = loadExploration(file, command, folder);
  const quiet = { queue: null, note: () => {}, onProgress: () => {}, onFinding: () => {} };
  const ended = await runExploration(loaded, { ...options, ...quiet, store: createMemoryTrialStore() }, workerFile);
  const report = ended.report();
  if (report.unproven !== null && ended.end === 'complete') throw new StartupError(65, [report.unproven]);
  return report;
}
