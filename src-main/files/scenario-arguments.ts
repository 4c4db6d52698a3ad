/**
 * Which scenario files a command line or the system's file browser means. Refuses whatever is not an existing regular
 * file with a name of the right kind, and flags, so that nobody's switches become files.
 */

import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

/** `.ballast.yaml` is what the system opens by itself; any YAML file may be a scenario, and the server judges it. */
export const scenarioEndings = ['ballast.yaml', 'yaml', 'yml'] as const;

/** The files among `words`, as full paths where links lead; `folder` is where the words were said. */
export function scenarioArguments(words: readonly string[], folder: string): string[] {
  const files = words.flatMap((word) => scenarioPath(resolveWord(word, folder)) ?? []);
  return [...new Set(files)];
}

/** The full path of a file that may be opened as a scenario, or null. */
export function scenarioPath(path: string): string | null {
  try {
    const real = realpathSync(path);
    const isNamedSo = scenarioEndings.some((ending) => real.toLowerCase().endsWith(`.${ending}`));
    return isNamedSo && statSync(real).isFile() ? real : null;
  } catch {
    return null;
  }
}

function resolveWord(word: string, folder: string): string {
  return word.startsWith('-') || word.includes('\0') ? '' : resolve(folder, word);
}
