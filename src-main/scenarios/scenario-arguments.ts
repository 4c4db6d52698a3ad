/**
 * Finds the scenario files that a command line or the system's file browser names: existing regular files with the
 * right extension. Flags are never files.
 */

import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

/** The system opens `.ballast.yaml` by itself. Any YAML file may be a scenario; the server validates it. */
export const scenarioEndings = ['ballast.yaml', 'yaml', 'yml'] as const;

/**
 * The files among `argv`, as full paths with links resolved; `folder` is the working directory of that command line.
 */
export function scenarioArguments(argv: readonly string[], folder: string): string[] {
  const files = argv.flatMap((argument) => scenarioPath(resolveArgument(argument, folder)) ?? []);
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

function resolveArgument(argument: string, folder: string): string {
  return argument.startsWith('-') || argument.includes('\0') ? '' : resolve(folder, argument);
}
