/**
 * Shows how far something is on stderr: on a terminal one line that is drawn over, elsewhere a line now and then.
 * Refuses to know what is counted.
 */

import { terminalText } from '../../system/terminal-text.ts';
import { writeNote } from './write-out.ts';

interface ProgressShow<Progress> {
  update(progress: Progress): void;
  /** A line that stays, above what is drawn over. */
  note(line: string): void;
  /** What is drawn over goes; nothing is shown any more. */
  end(): void;
}

/** How a progress reads at an instant: with a bar where there is a terminal. */
export interface ProgressFormat<Progress> {
  bar(progress: Progress, nowMs: number): string;
  line(progress: Progress, nowMs: number): string;
}

const DRAW_EVERY_MS = 100;
/**
 * Lines come soon at first and then ever more seldom, so that a short run says something and a long one not too much.
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

/** Shows the first one at once; then waits, each time twice as long, up to `mostMs`. */
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
