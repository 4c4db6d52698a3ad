/**
 * What jobs play, as text that can be sent elsewhere: a file and all files it reads, by paths below its root. Its hash
 * identifies it wherever it lies; even a changed comment changes the hash, because any byte might matter.
 */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../kernel/canonical-json.ts';
import type { JobKind } from './job.ts';

export interface JobBundle<Kind extends JobKind = JobKind> {
  /** What its jobs are. */
  readonly kind: Kind;
  /** Path of the file that is played, below the root, with slashes. */
  readonly entry: string;
  /** Texts by path below the root, with slashes. */
  readonly files: Readonly<Record<string, string>>;
  /** Of files that are no text, the bytes in base64: saved worlds. */
  readonly binaries?: Readonly<Record<string, string>> | undefined;
}

export function hashOf({ entry, files, binaries }: Omit<JobBundle, 'kind'>): string {
  return createHash('sha256').update(canonicalJson({ entry, files, binaries })).digest('hex');
}

/** What is written into the folder in which jobs are played. */
export function bundleContents({
  files,
  binaries = {},
}: Pick<JobBundle, 'files' | 'binaries'>): Record<string, string | Buffer> {
  const bytes = Object.entries(binaries).map(([path, text]) => [path, Buffer.from(text, 'base64')]);
  return { ...files, ...Object.fromEntries(bytes) };
}
