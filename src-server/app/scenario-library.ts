/**
 * The folder of scenarios that the control plane shows: which of its files are scenarios, what each says of itself, what is
 * wrong with it. A file is judged at a time, with a breath in between, and all of them again only once something in the
 * folder has changed. Refuses to play anything, and files that lie outside of the folder.
 */
import { join, relative, sep } from 'node:path';
import { accepted, type Outcome, refused } from '../engine/outcome.ts';
import type { MarketData } from '../market/market-data.ts';
import { countSteps } from '../scenario/count-steps.ts';
import type { LoadedScenario } from '../scenario/load-scenario.ts';
import { describeFault } from '../scenario/read-yaml.ts';
import type { LibraryScenario } from '../scenario/scenario-desk.ts';
import { fileStamp, isFolder } from '../system/file-stamp.ts';
import { hostClock } from '../system/host-time.ts';
import { isWithin, projectRoot, shownPath } from '../system/read-source.ts';
import { findPaths } from '../system/scenario-paths.ts';
import type { BallastOptions } from './ballast-options.ts';
import { goldenFileOf } from './golden-file.ts';
import { judgeFile } from './judge-file.ts';
import { loadScenario } from './load-scenario.ts';
import { StartupError } from './startup-error.ts';

/** A file of the folder that is a scenario, or was meant for one. */
export interface LibraryFile {
  /** As it is named on a command line. */
  readonly path: string;
  /** Folder that its includes must not leave. */
  readonly root: string;
  /** `null` where something is wrong with it. */
  readonly loaded: LoadedScenario | null;
  readonly entry: LibraryScenario;
}

export interface ScenarioLibrary {
  list(): Promise<readonly LibraryScenario[]>;
  find(file: string): Outcome<LibraryFile>;
}

export function createScenarioLibrary(folder: string, market: MarketData): ScenarioLibrary {
  let known: { readonly stamp: string; readonly entries: Promise<readonly LibraryScenario[]> } | null = null;
  return {
    list() {
      const paths = findPaths([folder]).filter(({ file, isNamed }) => !isNamed && isWithin(folder, file));
      const stamp = JSON.stringify(paths.map(({ file }) => [file, fileStamp(file)]));
      if (known?.stamp !== stamp)
        known = {
          stamp,
          entries: judgeAll(
            folder,
            market,
            paths.map(({ file }) => file),
          ),
        };
      return known.entries;
    },
    find(file) {
      const path = join(folder, file);
      if (!isWithin(folder, path)) {
        const issue = 'lies outside of the folder of scenarios';
        return refused('invalid_request', `The request body is invalid: /file ${issue}.`, [{ path: '/file', issue }]);
      }
      const found = fileStamp(path) === null ? null : readFile(folder, path, market);
      return found === null ? refused('not_found', `There is no scenario ${file} in ${folder}.`) : accepted(found);
    },
  };
}

/** Exit 64 where the folder that was told is none. */
export function checkScenarios({ scenarios }: Pick<BallastOptions, 'scenarios'>): void {
  if (scenarios === undefined || isFolder(scenarios)) return;
  throw new StartupError(64, [`--scenarios ${shownPath(scenarios)}: is no folder`]);
}

/** Judging the library as a whole would keep every other request waiting. */
async function judgeAll(folder: string, market: MarketData, paths: readonly string[]): Promise<LibraryScenario[]> {
  const entries: LibraryScenario[] = [];
  for (const path of paths) {
    await hostClock.breathe();
    const found = readFile(folder, path, market);
    if (found !== null) entries.push(found.entry);
  }
  return entries;
}

/** `null` for what is none: worlds, steps to include, golden logs. */
function readFile(folder: string, fullPath: string, market: MarketData): LibraryFile | null {
  const path = shownPath(fullPath);
  const [judged] = judgeFile({ file: path, isNamed: false }, null, market);
  if (judged?.kind !== 'scenario') return null;
  const root = projectRoot(path);
  const result = loadScenario(path, root);
  const scenario = result.ok ? result.loaded.scenario : null;
  const file = relative(folder, fullPath).split(sep).join('/');
  const entry: LibraryScenario = {
    file,
    name: scenario?.name ?? file,
    description: scenario?.description ?? null,
    tags: scenario?.tags ?? [],
    seed: scenario?.seed ?? null,
    steps: countSteps(scenario?.steps ?? []),
    hasGolden: fileStamp(goldenFileOf(path)) !== null,
    faults: judged.faults.map(describeFault),
  };
  return { path, root, loaded: result.ok && judged.faults.length === 0 ? result.loaded : null, entry };
}
