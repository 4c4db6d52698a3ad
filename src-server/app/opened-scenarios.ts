/**
 * Scenario files beside the folder, which the user of the desktop chose one by one. Each has a name among the scenarios that
 * follows from its path, so that it is the same after a restart. Refuses to be told of files by anything but this process.
 */
import { createHash } from 'node:crypto';
import { basename, resolve } from 'node:path';

/** The one opened longest ago makes room. */
const MOST_OPENED = 20;

export interface OpenedScenarios {
  /** The name under which it is found from now on. */
  add(path: string): string;
  /** Its full path, or null where none has that name. */
  find(file: string): string | null;
  /** Names with their paths, in the order of opening. */
  all(): readonly (readonly [file: string, path: string])[];
}

export function createOpenedScenarios(): OpenedScenarios {
  const paths = new Map<string, string>();
  return {
    add(path) {
      const file = nameOf(resolve(path));
      paths.delete(file);
      paths.set(file, resolve(path));
      const [oldest] = paths.keys();
      if (paths.size > MOST_OPENED && oldest !== undefined) paths.delete(oldest);
      return file;
    },
    find: (file) => paths.get(file) ?? null,
    all: () => [...paths],
  };
}

/** Files of one name from several folders differ by their folders' sign. */
function nameOf(path: string): string {
  return `opened/${createHash('sha256').update(path).digest('hex').slice(0, 8)}/${basename(path)}`;
}
