/**
 * Turns SIGTERM, SIGINT and SIGHUP into one promise, from the start of the process on. A second signal changes nothing:
 * closing goes on.
 */
import { createLaunchChain } from '../system/launch-chain.ts';

export interface Shutdown {
  readonly requested: Promise<void>;
  isRequested(): boolean;
}

/** Starts listening, until the process ends. */
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
 * npm and npx pass a signal to the shell between them and this process. The shell ends without passing it on, and
 * nobody can pass on SIGKILL. Without this watch, killing `npx ballast serve` would leave a server behind that holds
 * its port. (On Windows the parent's id never changes, so nothing happens; outside Linux only the parent itself is
 * watched.)
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
