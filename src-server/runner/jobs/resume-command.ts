/** Builds the command that resumes an interrupted run, for its message. */
import { shellQuote } from '../replay/shell-quote.ts';

interface ResumedRun {
  readonly command: 'sweep' | 'lab' | 'explore';
  /** `null`: the command has none. */
  readonly file: string | null;
  readonly folder: string;
  /** Flags with their values, as given. */
  readonly flags?: readonly string[];
  readonly queue: string | null;
  /** Words of the client's command. */
  readonly client?: readonly string[];
}

/** A password in the queue's address is left out; the user must enter it again. */
export function resumeCommand({ command, file, folder, flags = [], queue, client = [] }: ResumedRun): string {
  const args = [
    ...(file === null ? [] : [file]),
    ...['--out', folder, '--resume'],
    ...flags,
    ...(queue === null ? [] : ['--queue', queue.replace(/\/\/[^/@]*@/, '//')]),
    ...(client.length === 0 ? [] : ['--', ...client]),
  ];
  return ['npx', 'ballast', command, ...args.map(shellQuote)].join(' ');
}
