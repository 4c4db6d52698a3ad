/**
 * Collects requests in groups and passes them to the store: when there are many, or after a moment. Its size is
 * bounded.
 */

import type { JournalRecord, JournalStore } from '../../engine/ports/journal-port.ts';
import type { KnownSecrets } from '../../engine/redaction/known-secrets.ts';

interface JournalGroups {
  add(exchange: JournalRecord): void;
  /** Passes pending requests to the store. */
  flush(): void;
  /** Discards pending requests; returns their number. */
  drop(): number;
}

const GROUP_MS = 100;
const GROUP_SIZE = 1000;
const GROUP_BYTES = 1_048_576;
/** Without a request for this long, the store may prepare searches. */
const QUIET_MS = 500;

export function createJournalGroups(
  store: JournalStore,
  secrets: Pick<KnownSecrets, 'all'>,
  after: (delayMs: number, run: () => void) => () => void,
): JournalGroups {
  let waiting = 0;
  let cancel: (() => void) | null = null;
  const begin = () => {
    cancel?.();
    cancel = null;
    waiting = 0;
  };
  const flush = () => {
    const some = waiting > 0;
    begin();
    if (some) store.flush(secrets.all());
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
      const bytes = store.add(exchange);
      waiting += 1;
      if (waiting >= GROUP_SIZE || bytes >= GROUP_BYTES) flush();
      else if (waiting === 1) flushLater();
    },
    flush,
    drop() {
      begin();
      return store.drop();
    },
  };
}
