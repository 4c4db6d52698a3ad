/**
 * The folder of a sweep: `sweep.db` identifies it and has its results; `scenario` is a copy of the text, so that
 * editing a file does not change a running sweep. Refuses another scenario, plan or compatibility key.
 */
import { join } from 'node:path';
import { storageFailureOf } from '../../kernel/storage-failure.ts';
import { DatabaseInUseError } from '../../store/database/open-database.ts';
import { openSweepFile, type SweepFile } from '../../store/sweep/sqlite-sweep-result-store.ts';
import { bundleContents, hashOf, type JobBundle } from '../../sweep/job-bundle.ts';
import { formatSeeds, parseSeeds } from '../../sweep/seed-ranges.ts';
import { formatPlan, type SweepPlan, type Variation } from '../../sweep/sweep-plan.ts';
import type { StoredSweepFacts, SweepResultStore } from '../../sweep/sweep-result-store.ts';
import { varyColumns } from '../../sweep/vary-columns.ts';
import { makeFolder } from '../../system/files/durable-files.ts';
import { fileExists, writeFolder } from '../../system/files/text-folder.ts';
import { StartupError } from '../../world/startup-error.ts';

interface SweepRequest {
  readonly folder: string;
  readonly file: string;
  readonly resume: boolean;
  readonly compatibilityKey: string;
  /** Returns the id of a new sweep. */
  readonly newId: () => string;
}

export interface OpenSweep {
  readonly facts: StoredSweepFacts;
  readonly plan: SweepPlan;
  readonly store: SweepResultStore;
  /** The copy that is run. */
  readonly scenarioFolder: string;
}

/** The plan of the sweep in the folder; `null` if there is none. Throws `StartupError`. */
export function knownPlan(folder: string): SweepPlan | null {
  const file = databaseOf(folder);
  if (!fileExists(file)) return null;
  const opened = open(file);
  try {
    return opened.facts === null ? null : planOf(opened.facts);
  } finally {
    opened.close();
  }
}

/** Throws `StartupError`: 2 in use by another process, 64 other arguments, 65 another scenario or compatibility key. */
export function openSweep(request: SweepRequest, plan: SweepPlan, name: string, bundle: JobBundle): OpenSweep {
  const { folder, compatibilityKey, file } = request;
  makeFolder(folder);
  const opened = open(databaseOf(folder));
  try {
    const scenarioHash = hashOf(bundle);
    const requested: StoredSweepFacts = {
      sweepId: opened.facts?.sweepId ?? request.newId(),
      compatibilityKey,
      scenarioHash,
      file,
      name,
      seeds: formatSeeds(plan.seeds),
      variations: JSON.stringify(plan.variations),
    };
    if (opened.facts === null) opened.begin(requested);
    else refuseOthers(request, opened.facts, requested, plan);
    const scenarioFolder = join(folder, 'scenario');
    writeFolder(scenarioFolder, bundleContents(bundle));
    return { facts: requested, plan, store: opened.openStore(varyColumns(plan.variations)), scenarioFolder };
  } catch (error) {
    opened.close();
    throw error;
  }
}

function databaseOf(folder: string): string {
  return join(folder, 'sweep.db');
}

function planOf({ seeds, variations }: StoredSweepFacts): SweepPlan {
  return { seeds: parseSeeds(seeds) ?? [], variations: JSON.parse(variations) as Variation[] };
}

function refuseOthers(
  { folder, resume }: SweepRequest,
  stored: StoredSweepFacts,
  requested: StoredSweepFacts,
  plan: SweepPlan,
): void {
  if (!resume) {
    throw new StartupError(64, [
      `${folder} already has a sweep; continue it with --resume, or start another with another --out`,
    ]);
  }
  if (stored.scenarioHash !== requested.scenarioHash) {
    throw new StartupError(65, [
      `${requested.file} is not the scenario with which the sweep in ${folder} started (${short(stored.scenarioHash)} then, ${short(requested.scenarioHash)} now): results of both would be mixed. The original text is in ${join(folder, 'scenario')}; start a new sweep with another --out`,
    ]);
  }
  if (stored.compatibilityKey !== requested.compatibilityKey) {
    throw new StartupError(65, [
      `the sweep in ${folder} was begun by Ballast ${stored.compatibilityKey}; this is ${requested.compatibilityKey}, whose results may differ. Use another --out`,
    ]);
  }
  if (formatPlan(planOf(stored)) !== formatPlan(plan)) {
    throw new StartupError(64, [
      `the sweep in ${folder} has seeds ${stored.seeds}${stored.variations === '[]' ? '' : ` and varies ${stored.variations}`}; leave out --seeds and --vary to continue it, or name another --out`,
    ]);
  }
}

function short(hash: string): string {
  return hash.slice(0, 12);
}

function open(file: string): SweepFile {
  try {
    return openSweepFile(file);
  } catch (error) {
    if (error instanceof DatabaseInUseError) throw new StartupError(2, [`${error.message}: one sweep at a time`]);
    const failure = storageFailureOf(error);
    // Other disk errors are not caused by the file.
    if (failure !== null && failure.reason !== 'data_damaged') throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartupError(65, [`${file} cannot be read as a sweep: ${reason}`]);
  }
}
