/**
 * Writes the output of commands: control characters in texts from a file, a server or a client have no effect on the
 * terminal. No other file of the command line writes to stdout or stderr (`test/architecture`).
 */
import { terminalText } from '../../system/terminal-text.ts';

export function writeLine(line: string): void {
  writeText(`${line}\n`);
}

/** Writes a text without adding a line break. */
export function writeText(text: string): void {
  process.stdout.write(terminalText(text));
}

/** Writes a line to stderr. */
export function writeNote(line: string): void {
  process.stderr.write(`${terminalText(line)}\n`);
}
