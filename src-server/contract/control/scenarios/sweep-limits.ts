/**
 * How large a sweep of the control plane may be (decision K87). Without schemas, so that a page knows it without
 * loading them.
 */
export const MAX_SWEEP_JOBS = 10_000;
