/**
 * Limits on the size of a sweep of the control plane (decision K87). Without schemas, so that a page need not load
 * them.
 */
export const MAX_SWEEP_JOBS = 10_000;
