/**
 * Builds the pages, the desktop app and the site of the documents once before the end-to-end tests when out/ is missing or older than the sources,
 * in the same way as `npm start` does. No test builds them later: it would take the pages away from tests that run at
 * the same time. Only the e2e project names it.
 */

import { ensureFreshBuild } from '../../../src-server/cli/desktop/fresh-build.ts';
import { packageRoot } from '../../../src-server/system/package-root.ts';

/** Vitest's global set-up; a build that fails ends the run with what the build said. */
export async function setup(): Promise<void> {
  for (const target of ['desktop', 'site'] as const) {
    const failure = await ensureFreshBuild({
      root: packageRoot(),
      target,
      say: (line) => process.stderr.write(`${line}\n`),
      abort: new AbortController().signal,
    });
    if (failure !== null) throw new Error(`the ${target} could not be built:\n${failure}`);
  }
}
