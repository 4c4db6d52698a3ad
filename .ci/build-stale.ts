/**
 * Builds whatever of `out/` is older than its sources, for whoever packs Ballast (`npm pack`), and before the tests that
 * run what is built.
 */
import { ensureFreshBuild } from '../src-server/cli/desktop/fresh-build.ts';
import { packageRoot } from '../src-server/system/package-root.ts';

/** Rejects with what a build that failed has said. Two at a time, because each is busy on one core for most of its time. */
export async function buildStale(): Promise<void> {
  const build = async (target: 'desktop' | 'server' | 'site') => {
    const failure = await ensureFreshBuild({
      root: packageRoot(),
      target,
      say: (line) => process.stderr.write(`${line}\n`),
      abort: new AbortController().signal,
    });
    if (failure !== null) throw new Error(`the ${target} could not be built:\n${failure}`);
  };
  await Promise.all([build('desktop'), build('server').then(() => build('site'))]);
}

if (import.meta.main) await buildStale();
