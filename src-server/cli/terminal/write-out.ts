/**
 * Where commands write: what a file, a server or a client put into a text is without effect on the terminal. No other
 * file of the command line writes to stdout or stderr (`test/architecture`).
 */
import { terminalText } from '../../system/terminal-text.ts';

export function writeLine(line: string): void {
  writeText(`${line}\n`);
}

/** Without a line break of its own. */
export function writeText(text: string): void {
  process.stdout.write(terminalText(text));
}

/** On stderr. */
export function writeNote(line: string): void {
  process.stderr.write(`${terminalText(line)}\n`);
}
