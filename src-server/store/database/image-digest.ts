/**
 * The digest at the end of a saved world's file: a line after its last page, which SQLite ignores. It detects whether a
 * byte of the file has changed since it was written.
 */
import { hash } from 'node:crypto';

const MARK = 'ballast image sha256:';
const HEX_DIGITS = 64;
export const DIGEST_BYTES = MARK.length + HEX_DIGITS;

/** Returns the line after an image with that SHA-256. */
export function digestLine(sha256: string): Buffer {
  return Buffer.from(`${MARK}${sha256}`);
}

/** Returns the SHA-256 at the end of a file; `null` where there is no digest. */
export function digestIn(end: Buffer): string | null {
  const line = end.subarray(-DIGEST_BYTES).toString('latin1');
  return line.startsWith(MARK) && /^[0-9a-f]{64}$/.test(line.slice(MARK.length)) ? line.slice(MARK.length) : null;
}

export function withDigest(image: Buffer): Buffer {
  return Buffer.concat([image, digestLine(hash('sha256', image, 'hex'))]);
}

export interface ReadImage {
  readonly image: Buffer;
  /** `absent`: the file has no digest. */
  readonly digest: 'holds' | 'broken' | 'absent';
}

/** Returns the image in the bytes of a file. */
export function readDigest(file: Buffer): ReadImage {
  const sha256 = digestIn(file);
  if (sha256 === null) return { image: file, digest: 'absent' };
  const image = file.subarray(0, -DIGEST_BYTES);
  return { image, digest: hash('sha256', image, 'hex') === sha256 ? 'holds' : 'broken' };
}
