/**
 * Stores the key that a server is started with (decisions E1, E4): one row, whose hash changes with the run. It belongs
 * to the server instead of the world's history, so it is not in the event log.
 */
import type { KeyRecord } from '../../ports/account-ports.ts';
import { hashSecret } from '../../secret-hash.ts';
import { DEFAULT_ACCOUNT, type World } from '../../world.ts';

/**
 * Makes `secret` the run's key, in place of an earlier run's. Returns `null`, or the id of another API key that has
 * this secret already: then nothing changes.
 */
export function saveRunKey(world: Pick<World, 'kernel' | 'apiKeys'>, secret: string): string | null {
  const secretHash = hashSecret(secret);
  const keys = world.apiKeys.list();
  const taken = keys.find((key) => key.secretHash === secretHash && !key.isRunKey);
  if (taken !== undefined) return taken.keyId;
  const before = keys.find(({ isRunKey }) => isRunKey);
  if (before?.secretHash === secretHash) return null;
  world.kernel.execute((unit) => {
    if (before !== undefined) {
      world.apiKeys.put({ ...before, secretHash });
      return;
    }
    // The first number is not an id: the key of a run without --api-key is made from it (decision E4).
    unit.nextId('ak');
    const made = { keyId: unit.nextId('ak'), accountId: DEFAULT_ACCOUNT, name: 'Default key', secretHash };
    const key: KeyRecord = { ...made, rateLimit: null, isRunKey: true, createdMs: unit.nowMs, revokedMs: null };
    world.apiKeys.put(key);
  });
  return null;
}
