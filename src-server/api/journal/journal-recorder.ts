/**
 * The journal of the server: records requests without slowing responses, notifies listeners, and reads. A crash loses
 * at most the last group (`journal-groups.ts`). A reader sees every request that was responded to before.
 */
import type {
  EventSpan,
  JournalAsk,
  JournalMissing,
  JournalRecord,
  JournalResponse,
  JournalStore,
} from '../../engine/ports/journal-port.ts';
import { type KnownList, redactText, secretsIn } from '../../engine/redact-secrets.ts';
import type { KnownSecrets } from '../../engine/redaction/known-secrets.ts';
import { createJournalGroups } from './journal-groups.ts';

export interface JournalRecorder {
  /** False if nothing is stored, and nobody listens. */
  readonly isOn: boolean;
  record(exchange: JournalRecord): void;
  /** Calls `listener` for every recorded request; path and key reuse of the record contain no secret. */
  onRecord(listener: (exchange: () => JournalRecord) => void): () => void;
  /**
   * Must be called with the events of a command: they belong to the request that is responded to in the same
   * synchronous run.
   */
  noteEvents(events: EventSpan): void;
  /** Returns the events that were committed since this synchronous run began, once. */
  takeEvents(): EventSpan | null;
  ask(ask: JournalAsk): Promise<JournalResponse>;
  /** Returns the requests that were responded to and are not stored. */
  missing(): JournalMissing;
  /** Must be called when the disk accepts writes again. */
  writeAgain(): void;
  /** Deletes everything; resolves with the number of entries. */
  clear(): Promise<number>;
  /** Number of calls of `clear`: numbers of entries begin at 1 again each time. */
  readonly clears: number;
  /** Writes pending requests, if the store outlives this server, and closes. */
  close(): Promise<void>;
}

interface Surroundings {
  readonly after: (delayMs: number, run: () => void) => () => void;
  readonly secrets: Pick<KnownSecrets, 'all' | 'sought'>;
  /** False if the store ends with the server. */
  readonly outlives: boolean;
}

/** `store` null: nothing is stored. */
export function createJournalRecorder(
  store: JournalStore | null,
  { after, secrets, outlives }: Surroundings,
): JournalRecorder {
  const listeners = new Set<(exchange: () => JournalRecord) => void>();
  let clears = 0;
  const groups = store === null ? null : createJournalGroups(store, secrets, after);
  return {
    get isOn() {
      return store !== null || listeners.size > 0;
    },
    record(exchange) {
      groups?.add(exchange);
      for (const listener of listeners) listener(() => withoutSecrets(exchange, secrets.sought));
    },
    onRecord(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ...createWrittenEvents(),
    async ask(ask) {
      groups?.flush();
      return store === null ? { rows: [], total: 0 } : store.ask(ask);
    },
    missing: () => store?.missing() ?? { unwritten: 0, lost: 0 },
    writeAgain: () => store?.tidy(),
    get clears() {
      return clears;
    },
    async clear() {
      clears += 1;
      const unwritten = groups?.drop() ?? 0;
      return unwritten + ((await store?.clear()) ?? 0);
    },
    async close() {
      if (outlives) groups?.flush();
      groups?.drop();
      await store?.close();
    },
  };
}

function withoutSecrets(exchange: JournalRecord, known: KnownList): JournalRecord {
  const secrets = secretsIn(exchange.requestHeaders, known);
  const path = redactText(exchange.path, secrets);
  const keyReuse = exchange.keyReuse === null ? null : redactText(exchange.keyReuse, secrets);
  return path === exchange.path && keyReuse === exchange.keyReuse ? exchange : { ...exchange, path, keyReuse };
}

/** Commands run between the reading of a body and the response, so their events are known when it is sent. */
function createWrittenEvents(): Pick<JournalRecorder, 'noteEvents' | 'takeEvents'> {
  let written: EventSpan | null = null;
  return {
    noteEvents({ first, last }) {
      // Later tasks must not get these events: those of the control plane, or a webhook's response.
      if (written === null) void Promise.resolve().then(() => (written = null));
      written = { first: written?.first ?? first, last };
    },
    takeEvents() {
      const taken = written;
      written = null;
      return taken;
    },
  };
}
