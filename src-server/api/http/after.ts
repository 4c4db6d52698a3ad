/**
 * Runs a function once after some host milliseconds, or at once if the world ends earlier; returns how to cancel it.
 */
export type After = (delayMs: number, run: () => void) => () => void;
