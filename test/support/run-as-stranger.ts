/**
 * Runs a line in a shell that knows nothing of this checkout or of the test runner, with the Node that runs the tests:
 * what works here works for somebody who has Node and npm and nothing else.
 */

import { delimiter, dirname } from 'node:path';
import { runProcess } from './run-process.ts';

export interface StrangersRun {
  readonly exitCode: number | null;
  /** Everything that was printed. */
  readonly text: string;
}

/** What npm, Vitest and Vite set for what they run. How the registry is reached is the machine's, and stays. */
const OF_THE_RUNNER =
  /^(?:npm_(?!config_)|npm_config_(?:engine_strict|local_prefix|loglevel|prefix)$|NODE_(?:ENV|OPTIONS|PATH|V8_COVERAGE)$|VITE|JEST|TEST|DEV$|PROD$|MODE$|SSR$|BASE_URL$|INIT_CWD$)/;
/** A registry that does not answer is reported soon. */
const IMPATIENT = { npm_config_fetch_retries: '1', npm_config_fetch_timeout: '60000' };

/** `env`: added to the stranger's variables. */
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
