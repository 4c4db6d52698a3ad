/**
 * Shows progress on stderr: on a terminal in one line that is overwritten, elsewhere in occasional lines. Knows nothing
 * about the counted items.
 */

import { terminalText } from '../../system/terminal-text.ts';
import { writeNote } from './write-out.ts';

interface ProgressShow<Progress> {
  update(progress: Progress): void;
  /** Writes a line that remains, above the overwritten one. */
  note(line: string): void;
  /** Removes the overwritten line; nothing is shown any more. */
  end(): void;
}

/** Formats progress at an instant: with a bar on a terminal. */
export interface ProgressFormat<Progress> {
  bar(progress: Progress, nowMs: number): string;
  line(progress: Progress, nowMs: number): string;
}

const DRAW_EVERY_MS = 100;
/**
 * The first lines come soon and later ones ever more rarely, so that a short run shows some and a long one not too
 * many.
 */
const FIRST_LINE_MS = 250;
const LINE_EVERY_MS = 15_000;

export async function showProgress<Progress>(format: ProgressFormat<Progress>): Promise<ProgressShow<Progress>> {
  const { stderr } = process;
  const say = (line: string) => writeNote(`ballast: ${line}`);
  if (!stderr.isTTY) return inLines(format, say);
  const { createLogUpdate } = await import('log-update');
  const draw = createLogUpdate(stderr);
  return {
    update: seldom(DRAW_EVERY_MS, DRAW_EVERY_MS, (progress, nowMs) => draw(terminalText(format.bar(progress, nowMs)))),
    note(line) {
      draw.clear();
      say(line);
    },
    end: () => {
      draw.clear();
      draw.done();
    },
  };
}

function inLines<Progress>(format: ProgressFormat<Progress>, say: (line: string) => void): ProgressShow<Progress> {
  const update = seldom<Progress>(FIRST_LINE_MS, LINE_EVERY_MS, (progress, nowMs) => say(format.line(progress, nowMs)));
  return { update, note: say, end() {} };
}

/** Shows the first update at once, then waits twice as long each time, up to `mostMs`. */
function seldom<Progress>(firstMs: number, mostMs: number, update: (progress: Progress, nowMs: number) => void) {
  let dueMs = Number.NEGATIVE_INFINITY;
  let waitMs = firstMs;
  return (progress: Progress) => {
    const nowMs = performance.now();
    if (nowMs < dueMs) return;
    dueMs = nowMs + waitMs;
    waitMs = Math.min(mostMs, waitMs * 2);
    update(progress, nowMs);
  };
}
