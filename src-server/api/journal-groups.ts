/** Gathers exchanges into groups and hands them to the store: when they are many, or after a moment. Refuses to grow. */
import type { JournalRecord, JournalStore } from '../engine/journal-port.ts';

export interface JournalGroups {
  add(exchange: JournalRecord): void;
  /** Hands over what waits. */
  flush(): void;
  /** Forgets what waits; returns how many there were. */
  drop(): number;
}

const GROUP_MS = 100;
const GROUP_SIZE = 1000;
const GROUP_CHARACTERS = 4_194_304;
/** Without a request for this long, the store may prepare searches. */
const QUIET_MS = 500;

/** `secrets` may grow while it is in use. */
export function createJournalGroups(
  store: JournalStore,
  secrets: readonly string[],
  after: (delayMs: number, run: () => void) => () => void,
): JournalGroups {
  let waiting: JournalRecord[] = [];
  let characters = 0;
  let cancel: (() => void) | null = null;
  const take = () => {
    cancel?.();
    cancel = null;
    const group = waiting;
    [waiting, characters] = [[], 0];
    return group;
  };
  const flush = () => {
    const group = take();
    if (group.length > 0) store.append(group, secrets);
  };
  const flushLater = () => {
    cancel?.();
    cancel = after(GROUP_MS, () => {
      flush();
      cancel = after(QUIET_MS, () => store.tidy());
    });
  };
  return {
    add(exchange) {
      waiting.push(exchange);
      characters += exchange.responseBody.length + (exchange.requestBody?.length ?? 0);
      if (waiting.length >= GROUP_SIZE || characters >= GROUP_CHARACTERS) flush();
      else if (waiting.length === 1) flushLater();
    },
    flush,
    drop: () => take().length,
  };
}
