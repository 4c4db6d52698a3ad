/**
 * Loads modules as Node itself does. Test runners put modules into a sandbox, with a `require`, timers and globals of
 * its own; what is loaded here is loaded once for the process, outside the sandbox, for every caller.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { runInThisContext } from 'node:vm';

/** Beside this file, or from the bundle. */
const PLACES = ['./native-import.cjs', '../../src-server/system/native-import.cjs'];

/**
 * Loads synchronously where this Node can `require` an ES module (22.12, 20.19), else asynchronously. `url`: of a file.
 */
export function loadNatively(url: URL): unknown {
  // A sandbox has a `process` and a `require` of its own; Node's own code has the real ones.
  const host: typeof process = runInThisContext('process');
  const nativeRequire = (host.getBuiltinModule?.('node:module').createRequire ?? createRequire)(import.meta.url);
  if (host.features.require_module) return nativeRequire(fileURLToPath(url));
  const importer = PLACES.map((place) => new URL(place, import.meta.url)).find((place) => existsSync(place));
  if (importer === undefined) throw new Error(`there is no native-import.cjs near ${import.meta.url}`);
  return nativeRequire(fileURLToPath(importer)).nativeImport(url.href);
}
