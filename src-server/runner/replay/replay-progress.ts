/** Shows the activity of a replay in one line; does nothing without a line to write to. */
import { printable } from '../../scenario/load/printable.ts';
import type { PlayObserver } from '../../scenario/run/play-outcome.ts';
import type { ChosenScenario } from './chosen-scenario.ts';
import type { ProgressLine } from './replay-options.ts';

interface Progress {
  observe(index: number, observer: PlayObserver): PlayObserver;
  end(index: number): void;
  clear(): void;
}

export function createProgress(chosen: readonly ChosenScenario[], live: ProgressLine | undefined): Progress {
  if (live === undefined)
    return { observe: (_index, observer) => observer, end: () => undefined, clear: () => undefined };
  const busy = new Map<number, string>();
  let ended = 0;
  const show = () => live.show(`${ended}/${chosen.length}  ${[...busy.values()].join('  ·  ')}`);
  return {
    observe(index, observer) {
      const one = chosen[index];
      const name = printable(one === undefined || 'faults' in one ? '' : one.scenario.name);
      busy.set(index, name);
      show();
      return {
        ...observer,
        onStep(done, total, step) {
          busy.set(index, `${name} ${done}/${total}`);
          show();
          observer.onStep?.(done, total, step);
        },
      };
    },
    end(index) {
      busy.delete(index);
      ended += 1;
      show();
    },
    clear: () => live.clear(),
  };
}
