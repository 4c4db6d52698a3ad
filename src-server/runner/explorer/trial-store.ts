/**
 * Stores the trials of an exploration in its folder: one line of JSON for each, so that a resumed exploration repeats
 * none of them. A line that was cut off when the process ended is dropped.
 */
import { join } from 'node:path';
import type { TrialReport } from '../../explorer/trial-task.ts';
import { canonicalJson } from '../../kernel/canonical-json.ts';
import { makeFolder, readBytes } from '../../system/files/durable-files.ts';
import { appendWhole, fileExists, writeInParts } from '../../system/files/text-folder.ts';
import { StartupError } from '../../world/startup-error.ts';

export interface TrialStore {
  find(identity: string): TrialReport | undefined;
  save(identity: string, report: TrialReport): void;
  /** Number of trials. */
  count(): number;
}

/** Identifies an exploration. */
interface StoredExplorationFacts {
  readonly compatibilityKey: string;
  /** Hash of the task. */
  readonly task: string;
  readonly seed: number;
}

/** For explorations that do not outlive their process. */
export function createMemoryTrialStore(): TrialStore {
  return storeOf(new Map(), () => {});
}

/** Throws `StartupError`: 64 if there is one already, or none to resume; 65 if it is another one. */
export function openTrialStore(folder: string, facts: StoredExplorationFacts, isResumed: boolean): TrialStore {
  const factsFile = join(folder, 'exploration.json');
  const isThere = fileExists(factsFile);
  if (isResumed && !isThere) throw new StartupError(64, [`there is no exploration in ${folder} to continue`]);
  if (!isResumed && isThere) {
    throw new StartupError(64, [
      `${folder} already has an exploration; continue it with --resume, or start another with another --out`,
    ]);
  }
  const text = canonicalJson({ ...facts });
  if (!isThere) {
    // Only the user may read the output of clients.
    makeFolder(folder, 0o700);
    writeInParts(factsFile, [text]);
  } else if (readBytes(factsFile)?.toString('utf8') !== text) {
    throw new StartupError(65, [
      `the exploration in ${folder} was started with another client, file, seed or version of Ballast; start a new one with another --out`,
    ]);
  }
  return openTrials(folder);
}

/** For a folder that no other process has open. */
export function openTrials(folder: string): TrialStore {
  const trialsFile = join(folder, 'trials.ndjson');
  const lines = (readBytes(trialsFile)?.toString('utf8') ?? '').split('\n');
  // Text after the last line break was cut off.
  const cut = lines.pop() ?? '';
  const trials = new Map(lines.map((line) => JSON.parse(line) as [string, TrialReport]));
  if (cut !== '')
    writeInParts(
      trialsFile,
      lines.map((line) => `${line}\n`),
    );
  return storeOf(trials, (line) => appendWhole(trialsFile, line));
}

function storeOf(trials: Map<string, TrialReport>, append: (line: string) => void): TrialStore {
  return {
    find: (identity) => trials.get(identity),
    save(identity, report) {
      append(`${JSON.stringify([identity, report])}\n`);
      trials.set(identity, report);
    },
    count: () => trials.size,
  };
}
