/**
 * Loads the options of an exploration: its file, if there is one, and the arguments of the command line (decision Q1).
 */
import { dirname, resolve } from 'node:path';
import { type ExploreFile, exploreFile } from '../../contract/scenario/explore-file.ts';
import { invariant } from '../../domain/invariant.ts';
import { parseDuration } from '../../domain/numbers/instant.ts';
import type { ScheduledFault } from '../../explorer/schedule.ts';
import type { ClientArguments, TrialTask } from '../../explorer/trial-task.ts';
import { expandSteps } from '../../scenario/load/expand-steps.ts';
import { MAX_WORLD_BYTES } from '../../scenario/load/read-world.ts';
import { describeFault, type PlaceOf, readYaml } from '../../scenario/load/read-yaml.ts';
import { isFile } from '../../system/files/durable-files.ts';
import { isFolder } from '../../system/files/file-stamp.ts';
import { projectRoot, readSource } from '../../system/files/read-source.ts';
import { StartupError } from '../../world/startup-error.ts';
import { sourceFiles } from '../library/load-scenario.ts';
import { contentsOfWorld } from '../library/world-reference.ts';

export interface LoadedExploration {
  readonly name: string;
  readonly task: TrialTask;
  /** The only trial; `null`: the search generates schedules. */
  readonly only: readonly ScheduledFault[] | null;
}

interface ExplorationSource {
  readonly file: string;
  readonly root: string;
  readonly wanted: ExploreFile;
  readonly placeOf: PlaceOf;
}

/**
 * `file` null: all defaults. `command` empty: the one of the file. `folder`: working directory if the file names none.
 * Throws `StartupError`: 64 without a command, 65 with a line for each issue.
 */
export function loadExploration(file: string | null, command: readonly string[], folder: string): LoadedExploration {
  const source = file === null ? withoutFile(folder) : readExploration(file);
  const { wanted } = source;
  const args = command.length > 0 ? command : (wanted.command ?? []);
  const client = clientArguments(args);
  if (client === null) {
    throw new StartupError(64, ['explore needs the command of your client, after -- or as command: in its file']);
  }
  const { faults, actions } = wanted;
  const only = faults === undefined && actions === undefined ? null : scheduleOf(faults ?? [], actions ?? []);
  return {
    name: wanted.name ?? client.join(' '),
    task: taskOf(source, client, folderOf(source, client, folder)),
    only,
  };
}

function withoutFile(folder: string): ExplorationSource {
  const nowhere = { line: 1, column: 1 };
  const file = resolve(folder, 'explore.yaml');
  return { file, root: folder, wanted: exploreFile.parse({}), placeOf: () => nowhere };
}

function readExploration(file: string): ExplorationSource {
  const source = readSource(file, MAX_WORLD_BYTES);
  if (!source.ok) throw new StartupError(65, [`${file}: ${source.issue}`]);
  const read = readYaml(file, source.text, exploreFile);
  if (!read.ok) throw new StartupError(65, read.faults.map(describeFault));
  return { file, root: projectRoot(file), wanted: read.value, placeOf: read.placeOf };
}

/**
 * Resolves a folder of the file relative to it. A finding has several candidates, which were written where its file was
 * then: the file may have been copied, or its project renamed, so the parent folders up to the project's are searched,
 * too.
 */
function folderOf({ file, root, wanted, placeOf }: ExplorationSource, command: ClientArguments, usual: string): string {
  if (wanted.folder === undefined) return usual;
  const isOfFinding = Array.isArray(wanted.folder);
  const named = [wanted.folder].flat().map((each) => resolve(dirname(file), each));
  const refuse = (issue: string) =>
    new StartupError(65, [describeFault({ file, ...placeOf('/folder'), pointer: '/folder', issue })]);
  const folders = (isOfFinding ? [...named, ...foldersAround(resolve(file), root)] : named).filter(isFolder);
  const isFileOf = (folder: string, arg: string) => isFile(resolve(folder, arg));
  const needed = command.filter((arg) => folders.some((each) => isFileOf(each, arg)));
  const found = folders.find((each) => needed.every((arg) => isFileOf(each, arg)));
  const missing = isOfFinding && needed.length === 0 ? command.find((arg) => PROGRAM_FILE.test(arg)) : undefined;
  if (missing !== undefined) {
    const places = named.map((folder) => `${folder}${isFolder(folder) ? '' : ' (not a folder)'}`);
    throw refuse(
      `cannot find ${missing}, which the client needs, neither in ${places.join(' nor in ')} nor in the folders of this file. ` +
        'Copy this file into the client’s project, or give the project’s folder here',
    );
  }
  if (found !== undefined) return found;
  throw refuse(`does not exist: the client would run in ${named.join(' or ')}, which is not a folder`);
}

/** A word of a command that is the file name of a program, such as `client.mjs`; other words may mean anything. */
const PROGRAM_FILE = /^[\w@./\\-]+\.(?:[cm]?[jt]sx?|py|rb|php|pl|sh|jar|exe|cmd|bat)$|^\.{1,2}\/[\w@./-]+$/;

function foldersAround(file: string, root: string): string[] {
  const folder = dirname(file);
  return folder === root || folder === dirname(folder) ? [folder] : [folder, ...foldersAround(folder, root)];
}

function taskOf(source: ExplorationSource, command: ClientArguments, folder: string): TrialTask {
  const { file, root, wanted, placeOf } = source;
  const { seed, clock, drift_check, dividends, settlement, tier, rules, rate_limit } = wanted;
  const { contents, file: worldFile } = contentsOfWorld(source, wanted.world);
  const invariants = expandSteps(sourceFiles(root), { file, placeOf, variables: new Map() }, wanted.invariants, {
    pointer: '/invariants',
  });
  if (invariants.faults.length > 0) throw new StartupError(65, invariants.faults.map(describeFault));
  const world = { seed, clock, drift_check, dividends, settlement, tier, rules, rate_limit };
  return {
    command,
    folder,
    isReused: wanted.keep_alive,
    check: clientArguments(wanted.check ?? []),
    webhookPath: wanted.webhook?.path ?? null,
    invariants: invariants.steps,
    always: wanted.always,
    eventually: wanted.eventually,
    world: { ...world, contents, file: worldFile, root },
    stepMs: durationMs(wanted.step),
    idleMs: durationMs(wanted.idle),
    timeoutMs: durationMs(wanted.timeout),
    storm: wanted.storm,
  };
}

function clientArguments([program, ...args]: readonly string[]): ClientArguments | null {
  return program === undefined ? null : [program, ...args];
}

function scheduleOf(
  faults: NonNullable<ExploreFile['faults']>,
  actions: NonNullable<ExploreFile['actions']>,
): ScheduledFault[] {
  return [...faults.map((body) => ({ body })), ...actions.map((action) => ({ action }))];
}

function durationMs(text: string): number {
  const spanMs = parseDuration(text);
  invariant(spanMs !== null, `${text} was taken for a duration`);
  return spanMs;
}
