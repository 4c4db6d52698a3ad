/**
 * The Redis keys of sweeps. A queue belongs to one compatibility key, so a worker never gets a job of another version.
 */

/** The prefix of every key, so that Ballast can share a Redis. */
export const KEY_PREFIX = 'ballast';

/** Active sweeps: their ids with their compatibility keys, so that a worker of another version can report them. */
export const SWEEPS_KEY = `${KEY_PREFIX}:sweeps`;

/** BullMQ allows no colon in names. */
export function queueName(compatibilityKey: string): string {
  return `sweep-${compatibilityKey.replace(/[^\w.]+/g, '-')}`;
}

/** Results of a sweep that were not collected yet, by job. */
export function resultsKey(sweepId: string): string {
  return `${KEY_PREFIX}:results:${sweepId}`;
}

/** Results that nobody collects expire. */
export const RETENTION_S = 7 * 24 * 3600;

/** A job belongs to one sweep, so two sweeps of one scenario do not wait for each other. */
export function jobIdOf(sweepId: string, identity: string): string {
  return `${sweepId}-${identity}`;
}
