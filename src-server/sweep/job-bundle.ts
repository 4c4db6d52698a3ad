/**
 * The input of jobs as text that can be sent elsewhere: a file and all files it reads, by their paths below its root.
 * Its hash identifies it in any folder; even a changed comment changes the hash, because any byte might matter.
 */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../kernel/canonical-json.ts';
import type { JobKind } from './job.ts';

export interface JobBundle<Kind extends JobKind = JobKind> {
  /** The kind of its jobs. */
  readonly kind: Kind;
  /** Path of the file to run, below the root, with slashes. */
  readonly entry: string;
  /** Texts by path below the root, with slashes. */
  readonly files: Readonly<Record<string, string>>;
  /** Bytes in base64 of files that are not text: saved worlds. */
  readonly binaries?: Readonly<Record<string, string>> | undefined;
}

export function hashOf({ entry, files, binaries }: Omit<JobBundle, 'kind'>): string {
  return createHash('sha256').update(canonicalJson({ entry, files, binaries })).digest('hex');
}

/** Returns the contents of the folder in which jobs run. */
export function bundleContents({
  files,
  binaries = {},
}: Pick<JobBundle, 'files' | 'binaries'>): Record<string, string | Buffer> {
  const bytes = Object.entries(binaries).map(([path, text]) => [path, Buffer.from(text, 'base64')]);
  return { ...files, ...Object.fromEntries(bytes) };
}
