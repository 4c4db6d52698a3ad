/** Reads files that responses of stubs name (decision R1), below one folder that no path may leave. */
import { dirname, isAbsolute, resolve } from 'node:path';
import { LONGEST_TEXT } from '../../contract/control/http-faults/fault-terms.ts';
import type { CreateFault } from '../../contract/control/market/faults.ts';
import type { ValidationIssue } from '../../engine/outcome.ts';
import { type ContentReader, withContent } from '../../scenario/load/stub-content.ts';
import { isWithin, readSource } from '../../system/files/read-source.ts';
import type { ContentsPlace } from './series-files.ts';

/** Reads files of up to 1 MB below `folder`, by names relative to `base`; rejects links that lead out of it. */
export function contentBelow(folder: string, base = folder): ContentReader {
  return (name) => {
    if (isAbsolute(name)) return { ok: false, issue: `${name} is an absolute path; name it relative to the folder` };
    const file = resolve(base, name);
    if (!isWithin(folder, file)) return { ok: false, issue: `${name} is outside its folder` };
    const source = readSource(file, LONGEST_TEXT);
    return source.ok ? source : { ok: false, issue: `${name} ${source.issue}` };
  };
}

/**
 * Returns the faults of a world's contents, with the content of the files of their stubs; without a place, no file can
 * be named.
 */
export function withStubContents(
  faults: readonly CreateFault[],
  place: ContentsPlace | null,
): { readonly faults: readonly CreateFault[]; readonly issues: readonly ValidationIssue[] } {
  const base = place === null ? null : dirname(place.file);
  const read: ContentReader =
    base === null
      ? () => ({ ok: false, issue: 'names a file, but there is no folder to find it in' })
      : contentBelow(place?.root ?? base, base);
  const issues: ValidationIssue[] = [];
  const filled = faults.map((fault, index) => {
    if (fault.kind !== 'api_stub') return fault;
    const found = withContent(fault.answer, read);
    if (found.ok) return { ...fault, answer: found.response };
    issues.push({ path: `/faults/${index}/answer/file`, issue: found.issue });
    return fault;
  });
  return { faults: filled, issues };
}
