/** Stores recordings: in files below the data folder, or in memory if the world has none. Does not interpret them. */
import { join } from 'node:path';
import { DataMissingError } from '../../kernel/storage-failure.ts';
import { listFiles, readBytes, readyFile, removeFile } from '../../system/files/durable-files.ts';
import { pathIn } from '../../system/files/durable-folders.ts';
import { isFolder } from '../../system/files/file-stamp.ts';

/** The parts of a recording, one file each. */
const RECORDING_PARTS = ['json', 'yaml', 'golden.ndjson', 'start.db'] as const;
type RecordingPart = (typeof RECORDING_PARTS)[number];

export interface RecordingStore {
  /** Ids of the recordings that have their `json`. */
  list(): string[];
  find(id: string, part: RecordingPart): Buffer | null;
  put(id: string, part: RecordingPart, bytes: Buffer): void;
  remove(id: string): void;
  bytes(): number;
}

export function createMemoryRecordings(): RecordingStore {
  const stored = new Map<string, Buffer>();
  return {
    list: () =>
      [...stored.keys()].filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -'.json'.length)),
    find: (id, part) => stored.get(`${id}.${part}`) ?? null,
    put: (id, part, bytes) => void stored.set(`${id}.${part}`, bytes),
    remove(id) {
      for (const part of RECORDING_PARTS) stored.delete(`${id}.${part}`);
    },
    bytes: () => [...stored.values()].reduce((sum, { length }) => sum + length, 0),
  };
}

export function createFolderRecordings(dataDir: string): RecordingStore {
  const folder = join(dataDir, 'recordings');
  const fileOf = (id: string, part: RecordingPart) => pathIn(folder, `${id}.${part}`);
  removeHalfRecordings(folder);
  return {
    list: () => listFiles(folder, '.json').map(({ name }) => name),
    find: (id, part) => readBytes(fileOf(id, part)),
    put(id, part, bytes) {
      if (!isFolder(dataDir)) throw new DataMissingError('the data folder is not where it was opened');
      readyFile(fileOf(id, part), bytes).moveIn();
    },
    remove(id) {
      for (const part of RECORDING_PARTS) removeFile(fileOf(id, part));
    },
    bytes: () => listFiles(folder, '').reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** The `json` of a recording is written last and removed first: parts without it were left by a killed process. */
function removeHalfRecordings(folder: string): void {
  const whole = new Set(listFiles(folder, '.json').map(({ name }) => name));
  for (const part of RECORDING_PARTS) {
    for (const { name, file } of listFiles(folder, `.${part}`)) {
      if (/^recording-\d+$/.test(name) && !whole.has(name)) removeFile(file);
    }
  }
}
