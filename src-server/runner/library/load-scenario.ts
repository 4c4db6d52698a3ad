/** Loads a scenario from disk: its file and its includes, within one folder. */
import { dirname, resolve } from 'node:path';
import type { Json } from '../../kernel/canonical-json.ts';
import { type LoadResult, loadScenarioFrom } from '../../scenario/load/load-scenario.ts';
import { MAX_DOCUMENT_BYTES } from '../../scenario/load/read-document.ts';
import type { SourceFiles } from '../../scenario/load/scenario-sources.ts';
import { isWithin, readSource, shownPath } from '../../system/files/read-source.ts';

/** `root`: the folder that includes must not leave; the file itself may be anywhere, because the user named it. */
export function loadScenario(file: string, root: string, vary: Readonly<Record<string, Json>> = {}): LoadResult {
  const key = JSON.stringify([file, resolve(root), vary]);
  const known = latest.get(key);
  if (known !== undefined && [...known.read].every(([source, text]) => textOf(source) === text)) return known.result;
  const read = new Map<string, string | null>();
  const files = sourceFiles(root);
  const result = loadScenarioFrom(
    {
      ...files,
      read(source, maxBytes) {
        const found = files.read(source, maxBytes);
        read.set(source, found.ok ? found.text : null);
        return found;
      },
    },
    file,
    vary,
  );
  latest.delete(key);
  // An invalid file may become valid by files around it.
  if (result.ok) latest.set(key, { result, read });
  const [oldest] = latest.keys();
  if (latest.size > MAX_CACHED && oldest !== undefined) latest.delete(oldest);
  return result;
}

/** A sweep runs the same text hundreds of times, and reading it is faster than validating it. */
const MAX_CACHED = 32;
const latest = new Map<string, { readonly result: LoadResult; readonly read: ReadonlyMap<string, string | null> }>();

function textOf(file: string): string | null {
  const source = readSource(file, MAX_DOCUMENT_BYTES);
  return source.ok ? source.text : null;
}

export function sourceFiles(root: string): SourceFiles {
  return {
    read: (file, maxBytes = MAX_DOCUMENT_BYTES) => readSource(file, maxBytes),
    resolve(from, path) {
      const file = resolve(dirname(from), path);
      return isWithin(root, file) ? shownPath(file) : null;
    },
  };
}
