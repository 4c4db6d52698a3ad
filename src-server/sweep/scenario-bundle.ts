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
}

export function hashOf({ entry, files }: ScenarioBundle): string {
  return createHash('sha256').update(canonicalJson({ entry, files })).digest('hex');
}
