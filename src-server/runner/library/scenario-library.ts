/**
 * The folders of scenarios that the control plane shows: which of their files are scenarios, their descriptions, and
 * their issues. Files are validated on a thread, and again only once they or their includes have changed. Runs nothing,
 * and refuses files outside of the folders, unless they were opened.
 */
import { basename, join } from 'node:path';
import { accepted, type Outcome, refused } from '../../engine/outcome.ts';
import { hasMoreTokens } from '../../scenario/load/read-document.ts';
import type { LibraryScenario, OpenedText, SavedTexts } from '../../scenario/run/scenario-service.ts';
import { fileStamp } from '../../system/files/file-stamp.ts';
import { isWithin, projectRoot, shownPath } from '../../system/files/read-source.ts';
import { findPaths } from '../../system/files/scenario-paths.ts';
import { pathBelow } from '../../system/files/text-folder.ts';
import { hostClock } from '../../system/host-time.ts';
import { goldenFileOf } from '../replay/golden-file.ts';
import { createOpenedScenarios, type OpenedFile, type OpenedScenarios } from './opened-scenarios.ts';
import type { LibraryFolder } from './own-scenarios.ts';
import type { ScenarioPlace } from './validate-scenario.ts';
import type { ValidatedScenarios } from './validated-scenarios.ts';

/** A file of the folder that is a scenario, or was meant as one. */
export interface LibraryFile {
  /** As named on a command line. */
  readonly path: string;
  /** Folder that its includes must not leave. */
  readonly root: string;
  /** The file says `golden: none`: its golden log is compared nowhere (decision K121). */
  readonly declinesGolden: boolean;
  readonly entry: LibraryScenario;
}

export interface ScenarioLibrary {
  list(): Promise<readonly LibraryScenario[]>;
  find(file: string): Promise<Outcome<LibraryFile>>;
  /** Adds a file from anywhere to the scenarios (decision L86), and returns its name there. Never by a request. */
  open(path: string): Promise<Outcome<string>>;
  /** Adds a text to the scenarios (decision K84), unless it is only checked. */
  openTexts(name: string, texts: SavedTexts, isOnlyChecked?: boolean): Promise<Outcome<OpenedText>>;
  /** Removes an opened one from the list, or restores it; returns false if there is none. */
  forget(file: string): boolean;
  recall(file: string): boolean;
  /** Deletes opened texts. */
  close(): Promise<void>;
}

/** Host ms after the start, by which a server has reported that it is ready and served the first requests. */
const EARLY_MS = 1_000;

/**
 * `folders` has at most one folder for each prefix, and one without a prefix. `isEarly`: they are validated before the
 * first request for them.
 */
export function createScenarioLibrary(
  folders: readonly LibraryFolder[],
  validated: ValidatedScenarios,
  isEarly: boolean,
): ScenarioLibrary {
  const opened = createOpenedScenarios();
  const checked = createOpenedScenarios();
  let saving: Promise<void> = Promise.resolve();
  const foundOr = async (place: Place): Promise<Outcome<LibraryFile>> => {
    const found = fileStamp(place.path) === null ? null : await readFile(place, validated);
    const { file } = place;
    const names = folders.map(({ folder }) => folder).join(' or ');
    return found === null ? refused('not_found', `There is no scenario ${file} in ${names}.`) : accepted(found);
  };
  const list = async () => {
    const inFolders = folders.flatMap((root) =>
      findPaths([root.folder])
        .filter(({ file, isNamed }) => !isNamed && isWithin(root.folder, file))
        .map(({ file }) => placeOf(root, file)),
    );
    // A file that was deleted since is left out, as in the folder.
    const others = opened
      .all()
      .map(([file, scenario]) => openedPlace(file, scenario))
      .filter(({ path }) => fileStamp(path) !== null);
    const found = await Promise.all([...inFolders, ...others].map((place) => readFile(place, validated)));
    saving = saving.then(() => validated.save(inFolders));
    return found.flatMap((one) => (one === null ? [] : [one.entry]));
  };
  // A folder that cannot be read is reported to the request that lists it.
  const cancel = isEarly ? hostClock.after(EARLY_MS, () => void list().catch(() => undefined)) : () => undefined;
  return {
    list,
    async open(path) {
      if (fileStamp(path) === null) return refused('not_found', 'it no longer exists.');
      const found = await readFile(openedPlace(basename(path), { path, root: projectRoot(path) }), validated);
      return found === null ? refused('invalid_request', `${NO_SCENARIO}.`) : accepted(opened.add(path));
    },
    openTexts: (name, texts, isOnlyChecked = false) =>
      openTexts(isOnlyChecked ? checked : opened, validated, { name, texts, isOnlyChecked }),
    forget: opened.forget,
    recall: opened.recall,
    async close() {
      cancel();
      await validated.close();
      await saving;
      opened.close();
      checked.close();
    },
    async find(file) {
      const elsewhere = opened.find(file);
      if (elsewhere !== null) return foundOr(openedPlace(file, elsewhere));
      const place = placeIn(folders, file);
      return place.ok ? foundOr(place.value) : place;
    },
  };
}

interface GivenTexts {
  readonly name: string;
  readonly texts: Parameters<ScenarioLibrary['openTexts']>[1];
  /** The text is not added. */
  readonly isOnlyChecked: boolean;
}

async function openTexts(
  opened: ReturnType<typeof createOpenedScenarios>,
  validated: ValidatedScenarios,
  { name, texts, isOnlyChecked }: GivenTexts,
): ReturnType<ScenarioLibrary['openTexts']> {
  // A recording was written by this process, and may be long.
  const isForeign = texts.golden === null;
  if (isForeign && hasMoreTokens(texts.scenario, MAX_TOKENS))
    return refuseText(`has more than ${MAX_TOKENS} tokens of YAML`);
  const found = await openText(opened, validated, name, texts);
  if (isOnlyChecked && found.ok) opened.drop(found.value.file);
  return found;
}

/**
 * Resolves a name among the scenarios to a path: the folder without a prefix has all files that no other folder has.
 */
function placeIn(folders: readonly LibraryFolder[], file: string): Outcome<Place> {
  const [root] = folders.filter(({ prefix }) => file.startsWith(prefix)).sort(byPrefix);
  const path = root === undefined ? null : join(root.folder, file.slice(root.prefix.length));
  if (root !== undefined && path !== null && isWithin(root.folder, path)) return accepted(placeOf(root, path));
  const issue = 'is outside the folder of scenarios';
  return refused('invalid_request', `The request body is invalid: /file ${issue}.`, [{ path: '/file', issue }]);
}

const byPrefix = (one: LibraryFolder, other: LibraryFolder) => other.prefix.length - one.prefix.length;

/** Opens a text under a name, and drops it again if it is not a scenario. */
async function openText(
  opened: OpenedScenarios,
  validated: ValidatedScenarios,
  ...[name, texts]: Parameters<OpenedScenarios['put']>
): Promise<Outcome<OpenedText>> {
  const put = opened.put(name, texts);
  const scenario = put.ok ? opened.find(put.value) : null;
  if (!put.ok) return put;
  const found = scenario === null ? null : await readFile(openedPlace(put.value, scenario), validated);
  if (found !== null) return accepted({ file: put.value, faults: found.entry.faults });
  opened.drop(put.value);
  return refuseText(NO_SCENARIO);
}

/** Limit for the text of a request: counting tokens is all that blocks other requests. */
const MAX_TOKENS = 100_000;

function refuseText(issue: string) {
  return refused('invalid_request', `The request body is invalid: /text ${issue}.`, [{ path: '/text', issue }]);
}

const NO_SCENARIO = 'it is a world or a file of steps to include, not a scenario';

/** Path and name of a scenario. */
interface Place extends ScenarioPlace, Pick<LibraryScenario, 'file' | 'origin'> {}

function placeOf({ folder, prefix, isOwn }: LibraryFolder, path: string): Place {
  const file = `${prefix}${pathBelow(folder, path)}`;
  return { path, root: projectRoot(path), file, origin: isOwn ? 'own' : 'shipped', isNamed: false };
}

function openedPlace(file: string, { path, root }: OpenedFile): Place {
  return { path, root, file, origin: 'opened', isNamed: true };
}

/** `null` if it is not a scenario: worlds, steps to include, golden logs. */
async function readFile(place: Place, validated: ValidatedScenarios): Promise<LibraryFile | null> {
  const validatedFacts = await validated.validate(place);
  if (validatedFacts === null) return null;
  const { declinesGolden, ...facts } = validatedFacts;
  const { file, origin, root } = place;
  const path = shownPath(place.path);
  const hasGolden = fileStamp(goldenFileOf(path)) !== null;
  // The path of an opened file is of no use to the reader.
  const faults =
    origin === 'opened' ? facts.faults.map((fault) => fault.replaceAll(path, basename(path))) : facts.faults;
  const entry = { ...facts, faults, file, origin, name: facts.name ?? basename(file), hasGolden };
  return { path, root, declinesGolden, entry };
}
