/**
 * Unpacks the parts of a workbook (.xlsx) that contain cells, within bounds that are checked before anything is
 * unpacked: an archive states how large each part will be, and an archive whose part becomes larger is damaged.
 */
import { buffer } from 'node:stream/consumers';
import { type Entry, fromBufferPromise } from 'yauzl';

type UnpackedWorkbook =
  | { readonly ok: true; readonly parts: ReadonlyMap<string, Buffer> }
  | { readonly ok: false; readonly issue: string };

/** Largest total size of all parts; a sheet of a million rows with three columns has about this size. */
const MAX_BYTES = 200_000_000;
const MAX_ENTRIES = 10_000;

export async function unpackWorkbook(bytes: Uint8Array): Promise<UnpackedWorkbook> {
  try {
    return await unpack(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  } catch (error) {
    return refuse(`is a damaged archive (${error instanceof Error ? error.message : String(error)})`);
  }
}

async function unpack(bytes: Buffer): Promise<UnpackedWorkbook> {
  const archive = await fromBufferPromise(bytes, { lazyEntries: true });
  if (archive.entryCount > MAX_ENTRIES)
    return refuse(`contains ${archive.entryCount} files; the maximum is ${MAX_ENTRIES}`);
  const entries: Entry[] = [];
  for await (const entry of archive.eachEntry()) entries.push(entry);
  const issue = kindIssue(new Set(entries.map(({ fileName }) => fileName)));
  if (issue !== null) return refuse(issue);
  const needed = entries.filter(({ fileName }) => isNeeded(fileName));
  const size = needed.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (size > MAX_BYTES)
    return refuse(`would be ${size} bytes unpacked; the maximum is ${MAX_BYTES}. Save the table as CSV`);
  const parts = new Map<string, Buffer>();
  for (const entry of needed) parts.set(entry.fileName, await buffer(await archive.openReadStreamPromise(entry)));
  return { ok: true, parts };
}

function refuse(issue: string): UnpackedWorkbook {
  return { ok: false, issue };
}

const SAVE_AS = 'save the table as .xlsx or CSV';

/** Returns what an archive is if it is not a workbook that can be read; `null` if it is one. */
function kindIssue(names: ReadonlySet<string>): string | null {
  if (names.has('xl/workbook.bin')) return `is a binary workbook (.xlsb): ${SAVE_AS}`;
  if (names.has('Index/Document.iwa')) return `is a Numbers document: ${SAVE_AS}`;
  if (names.has('content.xml') && names.has('META-INF/manifest.xml'))
    return `is a document of another format (.ods, .odt): ${SAVE_AS}`;
  const isExcel = names.has('[Content_Types].xml') && [...names].some((name) => /(?:^|\/)workbook\d*\.xml$/.test(name));
  return isExcel ? null : `is an archive without a workbook in it: unpack it, or ${SAVE_AS}`;
}

/** Pictures, charts, macros, and cached data of other workbooks do not affect cells. */
function isNeeded(name: string): boolean {
  return (
    /\.(?:xml|rels)$/.test(name) && !/(?:^|\/)(?:charts|customXml|drawings|externalLinks|media|pivotCache)\//.test(name)
  );
}
