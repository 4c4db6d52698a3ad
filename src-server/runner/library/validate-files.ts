/**
 * `ballast validate`: reports every issue of every scenario, file of steps and world that can be found without running
 * them.
 */
import { countOf } from '../../domain/numbers/count-of.ts';
import { describeFault } from '../../scenario/load/read-yaml.ts';
import { findPaths } from '../../system/files/scenario-paths.ts';
import { packageRoot } from '../../system/package-root.ts';
import { readMarketFacts } from '../../world/market-facts.ts';
import { validateFile } from './validate-file.ts';

export interface ValidateOptions {
  /** Files, folders and patterns. */
  readonly paths: readonly string[];
  /** Folder that includes must not leave; `null`: that of each file's project. */
  readonly root: string | null;
  readonly json: boolean;
  readonly write: (line: string) => void;
}

/** 0: all files are valid; 65: there are issues. */
export function validateFiles({ paths, root, json, write }: ValidateOptions): 0 | 65 {
  const { market } = readMarketFacts(packageRoot());
  const found = paths.map((pattern) => ({
    pattern,
    files: findPaths([pattern]).flatMap((path) => validateFile(path, root, market, true)),
  }));
  const files = found.flatMap((one) => one.files);
  const empty = found.filter((one) => one.files.length === 0).map(({ pattern }) => pattern);
  const faults = files.flatMap((one) => one.faults);
  const isValid = faults.length + empty.length === 0;
  if (json) {
    const results = files.map((one) => ({ ...one, valid: one.faults.length === 0 }));
    write(JSON.stringify({ valid: isValid, nothing_found: empty, files: results }));
    return isValid ? 0 : 65;
  }
  for (const pattern of empty) write(`${pattern}: there is nothing to validate`);
  for (const fault of faults) write(describeFault(fault));
  for (const note of files.flatMap(({ notes }) => notes)) write(`${describeFault(note)} (a note, not an error)`);
  const bad = new Set(faults.map(({ file }) => file)).size;
  if (files.length > 0)
    write(
      faults.length === 0
        ? `${countOf(files.length, 'file')}, all valid`
        : `${countOf(faults.length, 'error')} in ${countOf(bad, 'file')}`,
    );
  return isValid ? 0 : 65;
}
