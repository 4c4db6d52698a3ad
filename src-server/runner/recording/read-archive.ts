/** Reads HTTP archives (HAR) of any tool from the disk. */
import { type ForeignEntry, foreignArchive } from '../../contract/control/world/archive.ts';
import { issuePlaces, pointerTo } from '../../contract/fields/issue-places.ts';
import { isTooDeep, TOO_DEEP } from '../../contract/fields/nesting.ts';
import { parseJson } from '../../contract/json/parse-json.ts';
import { readSource } from '../../system/files/read-source.ts';
import { StartupError } from '../../world/startup-error.ts';

const MAX_BYTES = 100_000_000;
const MAX_FAULTS = 20;

/** Rejects with `StartupError`, exit 65, for a file that is not an archive. */
export function readArchive(file: string): readonly ForeignEntry[] {
  const source = readSource(file, MAX_BYTES);
  if (!source.ok) throw badArchive(file, source.issue);
  // Some tools write a byte order mark.
  const json = parseJson(source.text.replace(/^\uFEFF/, ''));
  if (!json.ok) throw badArchive(file, `is not valid JSON: ${json.place}`);
  const { value } = json;
  if (isTooDeep(value)) throw badArchive(file, TOO_DEEP);
  const parsed = foreignArchive.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data.log.entries;
  const places = parsed.error.issues.flatMap((issue) => issuePlaces(issue));
  const lines = places.slice(0, MAX_FAULTS).map(({ path, issue }) => `${file}: ${pointerTo(path)} ${issue}`);
  throw new StartupError(65, [`${file}: is not an HTTP archive (HAR)`, ...lines]);
}

/** The error for a file that cannot be used. */
export function badArchive(file: string, issue: string): StartupError {
  return new StartupError(65, [`${file}: ${issue}`]);
}
