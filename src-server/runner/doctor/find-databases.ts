/**
 * The files of a data folder that can be damaged: its first world, those below `worlds`, their snapshots, recordings
 * and journals.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isHalfFolder, listFolders } from '../../system/files/durable-folders.ts';

export interface FoundDatabase {
  /** Relative to the folder. */
  readonly name: string;
  readonly file: string;
  readonly kind: 'world' | 'snapshot' | 'journal' | 'recording';
}

/**
 * Searches the data folder of a server; returns nothing for a folder without files of Ballast. Skips a world that was
 * being created or removed when its server was killed: the next start removes it. Throws errors of the file system.
 */
export function findDatabases(folder: string): FoundDatabase[] {
  const worlds = listFolders(join(folder, 'worlds'))
    .filter((name) => !isHalfFolder(name))
    .sort()
    .map((name) => join('worlds', name));
  return ['', ...worlds].flatMap((place) => databasesIn(folder, place));
}

function databasesIn(folder: string, place: string): FoundDatabase[] {
  const found = (name: string, kind: FoundDatabase['kind']): FoundDatabase => {
    const relative = join(place, name);
    return { name: relative, file: join(folder, relative), kind };
  };
  const names = new Set(namesIn(join(folder, place)));
  // Also finds the files of a world whose database is missing.
  const isWorld = place !== '' || TRACES.some((name) => names.has(name));
  const snapshots = namesIn(join(folder, place, 'snapshots'))
    .filter((name) => name.endsWith('.db'))
    .sort();
  const ofRecordings = namesIn(join(folder, place, 'recordings')).sort();
  const recordings = ofRecordings.filter((name) => name.endsWith('.start.db'));
  return [
    ...(isWorld ? [found('ballast.db', 'world')] : []),
    ...(names.has('journal.db') ? [found('journal.db', 'journal')] : []),
    ...snapshots.map((name) => found(join('snapshots', name), 'snapshot')),
    // The world at the start of a recording.
    ...recordings.map((name) => found(join('recordings', name), 'snapshot')),
    ...ofRecordings
      .filter((name) => name.endsWith('.json'))
      .map((name) => found(join('recordings', name), 'recording')),
  ];
}

const TRACES = ['ballast.db', 'ballast.db-wal', 'ballast.mark', 'journal.db', 'snapshots'];

function namesIn(folder: string): string[] {
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder ? readdirSync(folder) : [];
}
