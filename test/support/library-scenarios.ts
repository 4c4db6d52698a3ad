/** The scenarios that come with Ballast, by their paths below `fixtures/scenarios`: `theme/name.yaml`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { packageRoot } from '../../src-server/system/package-root.ts';

export const LIBRARY_FOLDER = join(packageRoot(), 'fixtures/scenarios');

/** Every scenario, sorted; `parts` contains only what scenarios include. */
export const ALL_SCENARIOS: readonly string[] = readdirSync(LIBRARY_FOLDER, { recursive: true, encoding: 'utf8' })
  .map((file) => file.split(sep).join('/'))
  .filter((file) => file.endsWith('.yaml') && !file.startsWith('parts/'))
  .sort();

/** Those with a golden log. */
export const GOLDEN_SCENARIOS = ALL_SCENARIOS.filter((file) => !file.startsWith('large/'));

export function textOfScenario(file: string): string {
  return readFileSync(join(LIBRARY_FOLDER, file), 'utf8');
}
