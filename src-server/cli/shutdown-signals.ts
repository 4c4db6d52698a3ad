/**
 * Turns SIGTERM, SIGINT and SIGHUP into one promise, from the first moment of the process on. A second signal changes
 * nothing: closing goes on. Refuses to close anything itself.
 */

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
    if (startedByNpm()) watchParent(request);
  });
  return { requested, isRequested: () => seen };
}

/**
 * npm and npx pass a signal on to the shell between them and us, which dies of it and tells nobody. Without this watch,
 * `kill` of an `npx ballast serve` would leave a server behind that holds its port. (On Windows the parent's id never
 * changes, and nothing happens.)
 */
function watchParent(request: () => void): void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    request();
  }, parentWatchMs);
  watch.unref();
}

const parentWatchMs = 100;

function startedByNpm(): boolean {
  return process.env.npm_command !== undefined || process.env.BALLAST_HANDED_OVER !== undefined;
}
