/** Packs files into a zip archive. The same files result in the same bytes, at any time. */
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** The earliest time that an archive can store (MS-DOS format). */
const WRITTEN_AT = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

/** Packs contents by name, in this order. Node compresses them on other threads, while requests are handled. */
export function zipFiles(files: readonly (readonly [name: string, contents: Buffer])[]): Promise<Buffer> {
  const archive = new ZipFile();
  for (const [name, contents] of files) archive.addBuffer(contents, name, WRITTEN_AT);
  archive.end();
  return buffer(archive.outputStream);
}
