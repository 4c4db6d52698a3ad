/** Finds the test files that call a function, from the first round of a mutation run. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const covered = z.object({ file: z.string(), ms: z.number(), functions: z.array(z.string()) });
export type Covered = z.infer<typeof covered>;

/** Each kind of round has a start of some seconds, so the quickest files run together. */
const ROUNDS_MS = [5_000, 30_000, Number.POSITIVE_INFINITY];

/** The test files of each `path function`, the quickest first, in rounds of 5 s, 30 s and the rest. */
export function readCovering(folder: string): (called: string) => string[][] {
  const all = readdirSync(folder)
    .map((name) => covered.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))))
    .toSorted((one, other) => one.ms - other.ms)
    .map(({ functions, ...own }) => ({ ...own, functions: new Set(functions) }));
  return (called) => {
    const rounds: string[][] = ROUNDS_MS.map(() => []);
    let tookMs = 0;
    for (const { file, ms, functions } of all) {
      if (!functions.has(called)) continue;
      tookMs += ms;
      rounds[ROUNDS_MS.findIndex((most) => tookMs <= most)]?.push(file);
    }
    return rounds.filter((files) => files.length > 0);
  };
}
