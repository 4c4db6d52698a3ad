/**
 * Saves, renames, deletes and restores the files of the user's own folder of scenarios, each with its golden log and
 * its saved world (decision K85). Refuses to touch any other folder, and to overwrite anything unless requested.
 */
import { basename } from 'node:path';
import { accepted, type Outcome, refused } from '../../engine/outcome.ts';
import type { LibraryScenario, SavedFiles, SavedTexts } from '../../scenario/run/scenario-service.ts';
import { readBytes, removeFile } from '../../system/files/durable-files.ts';
import { pathBelow } from '../../system/files/text-folder.ts';
import { placeIn, type SavedScenarioPlace, saveScenario } from '../recording/save-scenario.ts';

export interface LibraryFolder {
  readonly folder: string;
  /** Prefix of its files among the scenarios: empty, or a word with a slash. */
  readonly prefix: string;
  /** Whether it is the user's own folder, which is writable. The library that comes with Ballast is not. */
  readonly isOwn: boolean;
}

/** The file as found by the library. */
type FoundEntry = Pick<LibraryScenario, 'file' | 'origin'>;

/** The latest deleted ones can be restored. */
const MAX_DELETED = 5;

export function createOwnScenarios(own: LibraryFolder | null) {
  const deleted = new Map<string, SavedTexts>();
  const placed = ({ file, origin }: FoundEntry): Outcome<Placed> => {
    if (own === null || origin !== 'own') return refused('invalid_request', `${file} is not in a folder of your own.`);
    return withPlace(own, file.slice(own.prefix.length));
  };
  return {
    async save(
      file: string,
      replace: boolean,
      texts: (startFile: string) => Promise<Outcome<SavedTexts>>,
    ): Promise<Outcome<SavedFiles>> {
      if (own === null) return refused('invalid_request', NOWHERE_TO_SAVE);
      const to = withPlace(own, file);
      if (!to.ok) return to;
      const loaded = await texts(basename(to.value.place.start));
      return loaded.ok ? write(to.value, replace, loaded.value) : loaded;
    },
    rename(entry: FoundEntry, file: string): Outcome<SavedFiles> {
      const from = placed(entry);
      if (!from.ok) return from;
      const to = withPlace(from.value.own, file);
      if (!to.ok) return to;
      const texts = readTexts(from.value.place);
      const [before, after] = [basename(from.value.place.start), basename(to.value.place.start)];
      // The scenario names its saved world, which is renamed, too.
      const scenario = texts.start === null ? texts.scenario : texts.scenario.replaceAll(before, after);
      const saved = write(to.value, false, { ...texts, scenario });
      if (saved.ok) removeAll(from.value.place);
      return saved;
    },
    remove(entry: FoundEntry): Outcome<{ readonly file: string; readonly files: readonly string[] }> {
      const found = placed(entry);
      if (!found.ok) return found;
      const { own: root, place } = found.value;
      const texts = readTexts(place);
      deleted.delete(entry.file);
      deleted.set(entry.file, texts);
      const [oldest] = deleted.keys();
      if (deleted.size > MAX_DELETED && oldest !== undefined) deleted.delete(oldest);
      const files = removeAll(place).map((path) => pathBelow(root.folder, path));
      return accepted({ file: entry.file, files });
    },
    restore(file: string): Outcome<SavedFiles> {
      const texts = deleted.get(file);
      if (texts === undefined) return refused('not_found', `There is no deleted scenario ${file}.`);
      const to = placed({ file, origin: 'own' });
      const saved = to.ok ? write(to.value, false, texts) : to;
      if (saved.ok) deleted.delete(file);
      return saved;
    },
  };
}

interface Placed {
  readonly own: LibraryFolder;
  readonly place: SavedScenarioPlace;
}

function withPlace(own: LibraryFolder, file: string): Outcome<Placed> {
  const place = placeIn(own.folder, file);
  return place.ok ? accepted({ own, place: place.value }) : place;
}

function write({ own, place }: Placed, replace: boolean, texts: SavedTexts): Outcome<SavedFiles> {
  const saved = saveScenario(own.folder, place, replace, texts);
  return saved.ok ? accepted({ ...saved.value, file: `${own.prefix}${saved.value.file}` }) : saved;
}

function readTexts({ path, golden, start }: SavedScenarioPlace): SavedTexts {
  return {
    scenario: readBytes(path)?.toString('utf8') ?? '',
    golden: readBytes(golden)?.toString('utf8') ?? null,
    start: readBytes(start),
  };
}

/** The scenario is removed first, so that it is never found without its other files. */
function removeAll({ path, golden, start }: SavedScenarioPlace): string[] {
  return [path, golden, start].flatMap((each) => (removeFile(each) ? [each] : []));
}

const NOWHERE_TO_SAVE =
  'The library that comes with Ballast is not written to. Start the service with `--scenarios FOLDER` to keep scenarios.';
