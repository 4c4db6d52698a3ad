/**
 * The golden log next to a scenario file: compares a run with it, or rewrites it. Refuses to store the log of a run
 * that did not pass.
 */
import { basename } from 'node:path';
import type { Divergence } from '../../scenario/compare/divergence.ts';
import { compareWithGolden, goldenText } from '../../scenario/compare/golden-log.ts';
import type { PlayOutcome } from '../../scenario/run/play-outcome.ts';
import type { GoldenVerdict } from '../../scenario/run/scenario-result.ts';
import { fileExists, writeInParts } from '../../system/files/text-folder.ts';
import { readTextFile } from '../../system/files/world-files.ts';

export function goldenFileOf(file: string): string {
  return `${file.replace(/\.ya?ml$|\.json$/, '')}.golden.ndjson`;
}

export function hasGolden(file: string): boolean {
  return fileExists(goldenFileOf(file));
}

/** For a run to which a golden log applies; `hasPassed` is the result of all other checks. */
export function validateGolden(
  outcome: PlayOutcome,
  { update, hasPassed, again }: { readonly update: boolean; readonly hasPassed: boolean; readonly again: string },
): { golden: GoldenVerdict; divergence: Divergence | null } {
  const file = goldenFileOf(outcome.file);
  if (update) {
    if (!hasPassed) return { golden: 'not written', divergence: null };
    const text = goldenText(outcome);
    const before = readTextFile(file);
    if (before.ok && before.text === text) return { golden: 'same', divergence: null };
    writeInParts(file, [text]);
    return { golden: 'written', divergence: null };
  }
  const golden = readTextFile(file);
  if (!golden.ok) return { golden: 'none', divergence: null };
  const divergence = compareWithGolden(golden.text, outcome, again);
  return { golden: divergence === null ? 'same' : 'differs', divergence };
}

/**
 * Why a run was not compared with a golden log, as the end of a sentence. `null`: it was compared, or it ended before
 * that, or the scenario is declared without one and has none. `changes`: the flags that make the run differ from that
 * of the log. `update`: the log was to be written.
 */
export function whyUncompared(
  file: string,
  golden: GoldenVerdict,
  { isDeclined, changes, update }: { isDeclined: boolean; changes: readonly string[]; update: boolean },
): string | null {
  const isThere = hasGolden(file);
  if (isDeclined && (isThere || update))
    return `${update ? 'not written' : 'not compared'}, because the file says \`golden: none\``;
  if (isDeclined) return null;
  if (golden === 'none' || (changes.length > 0 && !isThere)) return 'missing';
  return changes.length > 0 ? `not compared, because of ${changes.join(', ')}` : null;
}

/** The failure of a run whose golden log is required and was not compared (decision K121). */
export function goldenRequired(file: string, uncompared: string): string {
  const remedy =
    uncompared === 'missing'
      ? `write ${basename(goldenFileOf(file))} with --update, or set \`golden: none\` in the file if it should have none`
      : 'leave out that flag';
  return `the golden log is ${uncompared}, and --require-golden, which is on where CI is set, requires it: ${remedy}, or add --no-require-golden`;
}
