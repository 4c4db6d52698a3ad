/** Stops before each step of a run until a person lets it go on, and shows what has changed since the step before. */
import { countOf } from '../../domain/numbers/count-of.ts';
import { formatInstant } from '../../domain/numbers/instant.ts';
import { labelOf } from '../../scenario/compare/format-divergence.ts';
import { printable } from '../../scenario/load/printable.ts';
import type { PlayObserver, StepContext } from '../../scenario/run/play-outcome.ts';
import type { ReplayOptions } from './replay-options.ts';

const MOST_EVENTS = 12;

/** `stop` ends the run. */
export function observeSteps({ stepper, write }: ReplayOptions, stop: () => void): PlayObserver {
  if (stepper === undefined) return {};
  let isFree = false;
  return {
    async beforeStep(index, _step, context) {
      if (isFree) return;
      for (const line of sightLines(index, context)) write(line);
      const answer = await stepper.ask('Enter: take it, c: continue, q: quit ');
      if (answer === 'continue') isFree = true;
      if (answer === 'quit') stop();
    },
    onStep(_done, _total, { failures }) {
      for (const failure of failures) write(`  FAILED: ${printable(failure)}`);
    },
  };
}

function sightLines(index: number, { title, file, line, nowMs, events }: StepContext): string[] {
  const shown = events.slice(-MOST_EVENTS);
  const left = events.length - shown.length;
  return [
    ...(left > 0 ? [`  ${countOf(left, 'event')}, and then`] : []),
    ...shown.map((event) => `  ${labelOf(event)}`),
    `${formatInstant(nowMs)}  step ${index + 1}, ${file}:${line}: ${printable(title)}`,
  ];
}
