/**
 * Turns SIGTERM, SIGINT and SIGHUP into one promise, from the first moment of the process on. A second signal changes
 * nothing: closing goes on. Refuses to close anything itself.
 */
import { createLaunchChain } from '../system/launch-chain.ts';

export interface Shutdown {
  readonly requested: Promise<void>;
  isRequested(): boolean;
}

/** Starts listening; a command that is done simply ends the process, so nothing needs to stop listening. */
export function listenForShutdown(): Shutdown {
  let seen = false;
  const requested = new Promise<void>((resolve) => {
    const request = () => {
      seen = true;
      resolve();
    };
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, request);
    watchLaunch(request);
  });
  return { requested, isRequested: () => seen };
}

/**
 * npm and npx pass a signal on to the shell between them and us, which dies of it and tells nobody; and of SIGKILL nobody is told at
 * all. Without this watch, `kill` of an `npx ballast serve` would leave a server behind that holds its port. (On Windows the
 * parent's id never changes, and nothing happens; elsewhere than on Linux only the parent itself is seen.)
 */
function watchLaunch(request: () => void): void {
  const chain = createLaunchChain();
  if (chain === null) return;
  const watch = setInterval(() => {
    if (!chain.isBroken()) return;
    clearInterval(watch);
    request();
  }, LAUNCH_WATCH_MS);
  watch.unref();
}

const LAUNCH_WATCH_MS = 100;
