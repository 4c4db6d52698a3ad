/**
 * Writes and checks the digest of a saved world's file (decision L119) in chunks, so that requests are handled
 * meanwhile.
 */
import { DIGEST_BYTES, digestIn, digestLine, type ReadImage } from '../../store/database/image-digest.ts';
import { appendBytes, fileStats, hashFile, readEnd } from '../../system/files/durable-files.ts';

export async function addDigest(file: string): Promise<void> {
  await appendBytes(file, digestLine(await hashFile(file, fileStats(file).bytes)));
}

export async function checkDigest(file: string): Promise<ReadImage['digest']> {
  const sha256 = digestIn(await readEnd(file, DIGEST_BYTES));
  if (sha256 === null) return 'absent';
  return (await hashFile(file, fileStats(file).bytes - DIGEST_BYTES)) === sha256 ? 'holds' : 'broken';
}

/** Returns the length of the image in a file: all of it except its digest. */
export async function imageBytes(file: string): Promise<number> {
  const { bytes } = fileStats(file);
  return digestIn(await readEnd(file, DIGEST_BYTES)) === null ? bytes : bytes - DIGEST_BYTES;
}
