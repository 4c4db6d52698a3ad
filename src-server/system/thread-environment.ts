/**
 * The environment variables of a thread. Node's compile cache belongs to one thread alone and is not inherited, so a
 * thread that is not told where it is compiles every module anew, and takes the core from the requests that are
 * waiting.
 */
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';

/** Those of this process; where it has a compile cache, `NODE_COMPILE_CACHE` says that the thread uses the same. */
export function threadEnvironment(): NodeJS.ProcessEnv {
  const ofThisNode = getCompileCacheDir();
  // Node adds a folder for its own version to the one that it is told.
  return ofThisNode === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: dirname(ofThisNode) };
}
