/** Work that takes long ends where nobody waits for its answer any more: it is asked at every breath (decision A17). */
import type { After } from './after.ts';
import type { Client } from './handler.ts';

/** Whoever asked has left: nothing is to be answered, and nothing is wrong. */
export class NobodyWaitsError extends Error {}

/**
 * Lets others have their turn; rejects with `NobodyWaitsError` once the client has left. Breaths end
 * where the world does, whose closed books are then asked in vain; the next world answers instead.
 */
export function breatheFor(client: Pick<Client, 'hasLeft'>, { after }: { readonly after: After }): () => Promise<void> {
  return () =>
    new Promise((resolve, reject) => {
      after(0, () => (client.hasLeft() ? reject(new NobodyWaitsError()) : resolve()));
    });
}

/**
 * Until something is over, `mostMs` of real time have passed, the client has left or the world is over. Nothing of it
 * reaches what is waited for, which goes on in every case.
 */
export function waitAtMost(
  mostMs: number,
  over: Promise<void>,
  { client, after }: { readonly client: Pick<Client, 'onceLeft'>; readonly after: After },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = after(mostMs, resolve);
    client.onceLeft(resolve);
    over.then(resolve, reject).finally(cancel);
  });
}
