/** Work that takes long ends where nobody waits for its answer any more: it is asked at every breath (decision A17). */
import type { Response } from 'express';
import type { After } from './after.ts';

/** Whoever asked has left: nothing is to be answered, and nothing is wrong. */
export class NobodyWaitsError extends Error {}

/**
 * Lets others have their turn; rejects with `NobodyWaitsError` once the connection of `response` is gone. Breaths end
 * where the world does, whose closed books are then asked in vain; the next world answers instead.
 */
export function breatheFor(response: Response, { after }: { readonly after: After }): () => Promise<void> {
  return () =>
    new Promise((resolve, reject) => {
      after(0, () => (response.destroyed ? reject(new NobodyWaitsError()) : resolve()));
    });
}
