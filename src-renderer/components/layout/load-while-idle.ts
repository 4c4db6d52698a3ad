/** Preloads modules that the first screen does not need, so that they show at once when opened. */

/** By then the first screen has loaded. */
const BEGIN_AFTER_MS = 1_500;

/**
 * Calls one loader after another, each when the browser is idle. A module that cannot be loaded now is loaded again
 * when it is opened, which reports the failure. The returned function stops the loading.
 */
export function loadWhileIdle(loaders: readonly (() => Promise<unknown>)[]): () => void {
  let idle = 0;
  const loadNext = (index: number) => {
    const load = loaders[index];
    if (load === undefined) return;
    const proceed = () => loadNext(index + 1);
    idle = requestIdleCallback(() => load().then(proceed, proceed));
  };
  const timer = window.setTimeout(() => loadNext(0), BEGIN_AFTER_MS);
  return () => {
    window.clearTimeout(timer);
    cancelIdleCallback(idle);
  };
}
