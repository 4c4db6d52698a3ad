/** Packs files into a zip archive. The same files make the same bytes, whenever they are packed. */
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** The earliest time that an archive can name (MS-DOS format). */
const WRITTEN_AT = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

/** By their names, in this order. They are compressed on threads of Node, while requests are answered. */
export function zipFiles(files: readonly (readonly [name: string, contents: Buffer])[]): Promise<Buffer> {
  const archive = new ZipFile();
  for (const [name, contents] of files) archive.addBuffer(contents, name, WRITTEN_AT);
  archive.end();
  return buffer(archive.outputStream);
}
