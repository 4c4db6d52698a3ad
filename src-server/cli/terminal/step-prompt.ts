/** Asks a user at a terminal whether to continue. Reads and writes only the streams that it is given. */

import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { StepChoice, Stepper } from '../../app.ts';
import { terminalText } from '../../system/terminal-text.ts';

/** Returns why no user can be asked here, or `null`. */
export function whyNotStepping(input: { isTTY?: boolean }, output: { isTTY?: boolean }): string | null {
  if (input.isTTY && output.isTTY) return null;
  return '--step needs a terminal';
}

/** An empty line runs the step, `c` runs all that follow, `q` and the end of the input stop the run. */
export function createStepper(input: Readable, output: Writable, signal: AbortSignal): Stepper {
  return {
    ask(question) {
      if (signal.aborted) return Promise.resolve('quit');
      const lines = createInterface({ input, output, terminal: false });
      return new Promise((resolve) => {
        const settle = (choice: StepChoice) => {
          signal.removeEventListener('abort', leave);
          // Removes only its own listener: the interface observes the end, too, and then releases the input.
          lines.off('close', leave);
          lines.close();
          resolve(choice);
        };
        const leave = () => settle('quit');
        signal.addEventListener('abort', leave, { once: true });
        lines.once('close', leave);
        const ask = () => {
          output.write(terminalText(question));
          lines.once('line', (line) => {
            const reply = line.trim().toLowerCase();
            if (reply === '') settle('next');
            else if (reply === 'c') settle('continue');
            else if (reply === 'q') settle('quit');
            else ask();
          });
        };
        ask();
      });
    },
  };
}
