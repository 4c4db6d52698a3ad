/** What the live stream tells of rebalances, for parts of the app that want the event itself and not only to read anew. */
import type { WorldEvent } from '../../src-server/contract/control/world/records.ts';

type Listener = (event: WorldEvent) => void;
const listeners = new Set<Listener>();

/** Call the answer to hear no more. */
export function onRebalanceEvent(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Only the stream calls it. */
export function tellRebalanceEvent(event: WorldEvent): void {
  for (const listener of listeners) listener(event);
}
