/** Builds one line that repeats a replay when it is pasted into a shell in the same folder. */
import type { PlayJob } from '../../scenario/run/play-outcome.ts';
import { shellQuote } from './shell-quote.ts';

/** `seed`: null leaves it to the file. */
export function replayCommandLine(
  job: Pick<PlayJob, 'file' | 'vary'>,
  seed: number | null,
  flags: readonly string[],
): string {
  const seeds = seed === null ? [] : ['--seed', String(seed)];
  const varied = Object.entries(job.vary).flatMap(([name, value]) => ['--vary', `${name}=${formatValue(value)}`]);
  const args = ['npx', 'ballast', 'replay', job.file, ...seeds, ...varied, ...flags];
  return args.map(shellQuote).join(' ');
}

/** Leaves texts as they are, unless they would be parsed as another type. */
function formatValue(value: unknown): string {
  const isPlain = typeof value === 'string' && !isJson(value);
  return isPlain ? value : JSON.stringify(value);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
