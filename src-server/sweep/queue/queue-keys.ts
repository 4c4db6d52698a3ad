/** Where things lie in Redis. A queue belongs to an edition, so that a job and a worker of two editions never meet. */

/** Before every key, so that Ballast can share a Redis. */
export const KEY_PREFIX = 'ballast';

/** What sweeps are under way: their id, and which edition they want. For workers that could not help them to say so. */
export const SWEEPS_KEY = `${KEY_PREFIX}:sweeps`;

/** BullMQ takes no colon. */
export function queueName(compatibilityKey: string): string {
  return `sweep-${compatibilityKey.replace(/[^\w.]+/g, '-')}`;
}

/** Results that wait for their sweep, by job. */
export function resultsKey(sweepId: string): string {
  return `${KEY_PREFIX}:results:${sweepId}`;
}

/** Results that nobody fetches go in the end. */
export const RETENTION_S = 7 * 24 * 3600;

/** A job belongs to one sweep: two sweeps of one scenario do not wait for each other. */
export function jobIdOf(sweepId: string, identity: string): string {
  return `${sweepId}-${identity}`;
}
