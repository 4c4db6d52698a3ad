/**
 * The folder of scenarios that the control plane shows: which of its files are scenarios, what each says of itself, what is
 * wrong with it. A file is judged at a time, with a breath in between, and all of them again only once something in the
 * folder has changed. Refuses to play anything, and files that lie outside of the folder, unless they were opened.
 */
import { basename, join, relative, sep } from 'node:path';
import { accepted, type Outcome, refused } from '../engine/outcome.ts';
import type { MarketData } from '../market/market-data.ts';
import { countSteps } from '../scenario/count-steps.ts';
import type { LoadedScenario } from '../scenario/load-scenario.ts';
import { hasMoreTokens } from '../scenario/read-document.ts';
import { describeFault } from '../scenario/read-yaml.ts';
import type { LibraryScenario, SavedTexts } from '../scenario/scenario-desk.ts';
import { fileStamp, isFolder } from '../system/file-stamp.ts';
import { hostClock } from '../system/host-time.ts';
import { isWithin, projectRoot, shownPath } from '../system/read-source.ts';
import { findPaths } from '../system/scenario-paths.ts';
import type { BallastOptions } from './ballast-options.ts';
import { goldenFileOf } from './golden-file.ts';
import { judgeFile } from './judge-file.ts';
import { loadScenario } from './load-scenario.ts';
import { createOpenedScenarios, type OpenedScenario } from './opened-scenarios.ts';
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
  /** Takes a file from anywhere among the scenarios (decision L86); the name it has there. Never by way of a request. */
  open(path: string): Outcome<string>;
  /** Takes a text among the scenarios (decision K84); the name it has there. */
  openTexts(name: string, texts: SavedTexts): Outcome<string>;
  /** Texts that were opened are gone then. */
  close(): void;
}

export function createScenarioLibrary(folder: string, market: MarketData): ScenarioLibrary {
  const opened = createOpenedScenarios();
  let known: { readonly stamp: string; readonly entries: Promise<readonly LibraryScenario[]> } | null = null;
  return {
    list() {
      const places = [
        ...findPaths([folder])
          .filter(({ file, isNamed }) => !isNamed && isWithin(folder, file))
          .map(({ file }) => placeOf(folder, file)),
        // One that has been deleted since is gone like one of the folder.
        ...opened
          .all()
          .map(([file, scenario]) => ({ ...scenario, file, isNamed: true }))
          .filter(({ path }) => fileStamp(path) !== null),
      ];
      const stamp = JSON.stringify(places.map(({ path }) => [path, fileStamp(path)]));
      if (known?.stamp !== stamp) known = { stamp, entries: judgeAll(places, market) };
      return known.entries;
    },
    open(path) {
      if (fileStamp(path) === null) return refused('not_found', 'it is not there any more.');
      const found = readFile({ path, root: projectRoot(path), file: basename(path), isNamed: true }, market);
      return found === null ? refused('invalid_request', `${NO_SCENARIO}.`) : accepted(opened.add(path));
    },
    openTexts(name, texts) {
      // A recording was written by this process, and may be long.
      const isStrange = texts.golden === null;
      if (isStrange && hasMoreTokens(texts.scenario, MOST_TOKENS))
        return refuseText(`has more than ${MOST_TOKENS} tokens of YAML`);
      const put = opened.put(name, texts);
      const scenario = put.ok ? opened.find(put.value) : null;
      if (!put.ok || scenario === null) return put;
      if (readFile({ ...scenario, file: put.value, isNamed: true }, market) !== null) return put;
      opened.drop(put.value);
      return refuseText(NO_SCENARIO);
    },
    close: () => opened.close(),
    find(file) {
      const elsewhere = opened.find(file);
      if (elsewhere !== null) return foundOr(file, folder, { ...elsewhere, file, isNamed: true }, market);
      const path = join(folder, file);
      if (!isWithin(folder, path)) {
        const issue = 'lies outside of the folder of scenarios';
        return refused('invalid_request', `The request body is invalid: /file ${issue}.`, [{ path: '/file', issue }]);
      }
      return foundOr(file, folder, placeOf(folder, path), market);
    },
  };
}

/** Of a text that a request hands in: other requests wait while it is read. */
const MOST_TOKENS = 100_000;

function refuseText(issue: string) {
  return refused('invalid_request', `The request body is invalid: /text ${issue}.`, [{ path: '/text', issue }]);
}

const NO_SCENARIO = 'it is a world or steps to include, and no scenario';

/** Where a file lies and what it is called among the scenarios. */
interface Place extends OpenedScenario {
  readonly file: string;
  /** Somebody chose it, so it is a scenario even where nothing in it says so. */
  readonly isNamed: boolean;
}

function placeOf(folder: string, path: string): Place {
  return { path, root: projectRoot(path), file: relative(folder, path).split(sep).join('/'), isNamed: false };
}

function foundOr(file: string, folder: string, place: Place, market: MarketData): Outcome<LibraryFile> {
  const found = fileStamp(place.path) === null ? null : readFile(place, market);
  return found === null ? refused('not_found', `There is no scenario ${file} in ${folder}.`) : accepted(found);
}

/** Exit 64 where the folder that was told is none. */
export function checkScenarios({ scenarios }: Pick<BallastOptions, 'scenarios'>): void {
  if (scenarios === undefined || isFolder(scenarios)) return;
  throw new StartupError(64, [`--scenarios ${shownPath(scenarios)}: is no folder`]);
}

/** Judging the library as a whole would keep every other request waiting. */
async function judgeAll(places: readonly Place[], market: MarketData): Promise<LibraryScenario[]> {
  const entries: LibraryScenario[] = [];
  for (const place of places) {
    await hostClock.breathe();
    const found = readFile(place, market);
    if (found !== null) entries.push(found.entry);
  }
  return entries;
}

/** `null` for what is none: worlds, steps to include, golden logs. */
function readFile({ path: fullPath, root, file, isNamed }: Place, market: MarketData): LibraryFile | null {
  const path = shownPath(fullPath);
  const [judged] = judgeFile({ file: path, isNamed }, root, market);
  if (judged?.kind !== 'scenario') return null;
  const result = loadScenario(path, root);
  const scenario = result.ok ? result.loaded.scenario : null;
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
