/**
 * A scenario as text that can travel: the file and all it reads, by paths below its root. Its hash names the scenario
 * wherever it lies; a comment more is another scenario, because nobody can say what does not matter.
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
