/** Ends slow work if nobody waits for its response any more, which is checked at every pause (decision A17). */
import type { After } from './after.ts';
import type { Client } from './handler.ts';

/** The client has left: there is nothing to send, and no error. */
export class NobodyWaitsError extends Error {}

/**
 * Pauses for other requests; rejects with `NobodyWaitsError` once the client has left. Pauses end early when the world
 * does; its database is closed then, so the work fails and the next world handles the request.
 */
export function breatheFor(client: Pick<Client, 'hasLeft'>, { after }: { readonly after: After }): () => Promise<void> {
  return () =>
    new Promise((resolve, reject) => {
      after(0, () => (client.hasLeft() ? reject(new NobodyWaitsError()) : resolve()));
    });
}

/**
 * Resolves when `over` does, `mostMs` of real time have passed, the client has left or the world has ended. None of
 * these affects the awaited work, which always continues.
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
