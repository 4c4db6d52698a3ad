/**
 * One line at the bottom of a terminal that is overwritten repeatedly; lasting lines appear above it. It is not used in
 * pipes, on dumb terminals, in CI, or with NO_COLOR.
 */

import type { WriteStream } from 'node:tty';
import type { ProgressLine } from '../../app.ts';
import { terminalLine, terminalText } from '../../system/terminal-text.ts';

interface TerminalLine extends ProgressLine {
  readonly write: (line: string) => void;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Resolves with `null` if the stream is not an interactive terminal. */
export async function createProgressLine(
  stream: WriteStream,
  variables: Variables = process.env,
): Promise<TerminalLine | null> {
  if (!stream.isTTY || variables.TERM === 'dumb' || isSet(variables.NO_COLOR) || isSet(variables.CI)) return null;
  const { createLogUpdate } = await import('log-update');
  const line = createLogUpdate(stream);
  let drawnMs = 0;
  return {
    show(text) {
      // Limits the rate: nobody reads faster, and terminals are slow.
      const nowMs = performance.now();
      if (nowMs - drawnMs < betweenMs) return;
      drawnMs = nowMs;
      line(terminalLine(text).slice(0, Math.max(20, stream.columns - 1)));
    },
    clear: () => line.clear(),
    write(text) {
      line.clear();
      stream.write(`${terminalText(text)}\n`);
    },
  };
}

const betweenMs = 80;

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false';
}
