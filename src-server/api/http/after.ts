/**
 * Runs something once after some host milliseconds, or at once where the world ends before; returns how to cancel it.
 */
export type After = (delayMs: number, run: () => void) => () => void;
