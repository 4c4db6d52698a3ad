/**
 * Turns SIGTERM, SIGINT and SIGHUP into one promise, from the start of the process. A second signal changes nothing:
 * the shutdown continues.
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
 * Ends this process when the shell that launched it ends. npm and npx pass a signal to the shell between them and this
 * process. The shell ends without passing it on, and SIGKILL cannot be passed on at all. Without this watch, killing
 * `npx ballast serve` would leave a server behind that occupies its port. (On Windows the parent's id never changes, so
 * nothing happens; outside Linux only the parent itself is watched.)
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
