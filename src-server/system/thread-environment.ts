/**
 * The environment variables of a thread. A thread does not inherit Node's compile cache; without its path it compiles
 * every module again, and takes CPU time from waiting requests.
 */
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';

/** Returns those of this process; where it has a compile cache, `NODE_COMPILE_CACHE` makes the thread use the same. */
export function threadEnvironment(): NodeJS.ProcessEnv {
  const ofThisNode = getCompileCacheDir();
  // Node appends a folder for its own version to the given one.
  return ofThisNode === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: dirname(ofThisNode) };
}
