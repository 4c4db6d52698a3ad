/**
 * Runs a line in a shell without the variables of this checkout and of the test runner, with the Node that runs the
 * tests: what works here works for a user who has only Node and npm.
 */

import { delimiter, dirname } from 'node:path';
import { runProcess } from './run-process.ts';

export interface StrangersRun {
  readonly exitCode: number | null;
  /** Everything that was printed. */
  readonly text: string;
}

/** The variables that npm, Vitest and Vite set. Those for reaching the registry are the machine's, and remain. */
const OF_THE_RUNNER =
  /^(?:npm_(?!config_)|npm_config_(?:engine_strict|local_prefix|loglevel|prefix)$|NODE_(?:ENV|OPTIONS|PATH|V8_COVERAGE)$|VITE|JEST|TEST|DEV$|PROD$|MODE$|SSR$|BASE_URL$|INIT_CWD$)/;
/** A registry that does not respond is reported soon. */
const IMPATIENT = { npm_config_fetch_retries: '1', npm_config_fetch_timeout: '60000' };

/** `env`: added to the user's variables. */
export async function runAsStranger(
  line: string,
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<StrangersRun> {
  const foreign = Object.keys(process.env).filter((name) => OF_THE_RUNNER.test(name));
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  const run = runProcess('bash', ['-c', line], {
    cwd,
    env: {
      ...Object.fromEntries(foreign.map((name) => [name, undefined])),
      ...IMPATIENT,
      CI: '1',
      NO_COLOR: '1',
      PATH: [dirname(process.execPath), ...path].join(delimiter),
      ...env,
    },
  });
  const { exitCode } = await run.ended;
  return { exitCode, text: `${line}\n${run.stdout()}${run.stderr()}` };
}
