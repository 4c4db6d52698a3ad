/**
 * Runs a random life: takes its steps at their instants. A refused command is as good as an accepted one. The same life
 * does the same whether its world is closed and opened in between or not.
 */
import { Living } from './living.ts';
import type { RandomLife } from './random-life.ts';
import { takeStep } from './take-step.ts';

/** `look` is called after each restart and at the end. Without restarts, time is not cut at them either. */
export function live(life: RandomLife, isRestarted: boolean, look: (living: Living) => void): Living {
  const living = new Living(life, isRestarted);
  let atMs = life.startMs;
  for (const step of life.steps) {
    atMs += step.afterMs;
    if (step.does === 'restart' && !isRestarted) continue;
    living.test.advanceTo(atMs);
    if (step.does !== 'restart') takeStep(living, step);
    else if (living.reopen()) look(living);
  }
  living.test.advanceTo(atMs + life.tailMs);
  look(living);
  return living;
}
