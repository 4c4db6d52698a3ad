/**
 * A scenario as text that can be sent elsewhere: the file and all files it reads, by paths below its root. Its hash
 * identifies the scenario wherever it lies; even a changed comment changes the hash, because any byte might matter.
 */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../kernel/canonical-json.ts';

export interface ScenarioBundle {
  /** Path of the scenario below its root, with slashes. */
  readonly entry: string;
  /** Texts by path below the root, with slashes. */
  readonly files: Readonly<Record<string, string>>;
  /** Of files that are no text, the bytes in base64: saved worlds. */
  readonly binaries?: Readonly<Record<string, string>> | undefined;
}

export function hashOf({ entry, files, binaries }: ScenarioBundle): string {
  return createHash('sha256').update(canonicalJson({ entry, files, binaries })).digest('hex');
}

/** What is written into the folder that the scenario is played in. */
export function contentsOf({ files, binaries = {} }: Omit<ScenarioBundle, 'entry'>): Record<string, string | Buffer> {
  const bytes = Object.entries(binaries).map(([path, text]) => [path, Buffer.from(text, 'base64')]);
  return { ...files, ...Object.fromEntries(bytes) };
}
