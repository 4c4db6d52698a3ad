/**
 * The golden log beside a scenario file: compares a run with it, or writes it anew. Refuses to keep what did not pass.
 */
import type { Divergence } from '../../scenario/compare/divergence.ts';
import { compareWithGolden, goldenText } from '../../scenario/compare/golden-log.ts';
import type { PlayOutcome } from '../../scenario/run/play-outcome.ts';
import type { GoldenVerdict } from '../../scenario/run/scenario-result.ts';
import { writeInParts } from '../../system/files/text-folder.ts';
import { readTextFile } from '../../system/files/world-files.ts';

export function goldenFileOf(file: string): string {
  return `${file.replace(/\.ya?ml$|\.json$/, '')}.golden.ndjson`;
}

/** Where the run is one that a golden log can be about; `hasPassed` is what everything else says of it. */
export function validateGolden(
  outcome: PlayOutcome,
  { update, hasPassed, again }: { readonly update: boolean; readonly hasPassed: boolean; readonly again: string },
): { golden: GoldenVerdict; divergence: Divergence | null } {
  const file = goldenFileOf(outcome.file);
  if (update) {
    if (!hasPassed) return { golden: 'kept', divergence: null };
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
