/**
 * The journal as the server uses it: takes down exchanges without slowing answers, tells of them, and reads. A crash
 * loses at most the last group (`journal-groups.ts`). Whoever reads sees everything that was answered before.
 */
import type {
  EventSpan,
  JournalAnswer,
  JournalAsk,
  JournalMissing,
  JournalRecord,
  JournalStore,
} from '../../engine/ports/journal-port.ts';
import { type KnownList, redactText, secretsIn } from '../../engine/redact-secrets.ts';
import type { KnownSecrets } from '../../engine/redaction/known-secrets.ts';
import { createJournalGroups } from './journal-groups.ts';

export interface JournalRecorder {
  /** False where nothing is kept, and nobody listens. */
  readonly isOn: boolean;
  record(exchange: JournalRecord): void;
  /** Hears of every exchange as it is recorded; path and key reuse of what it then asks for hold no secret. */
  onRecord(listener: (exchange: () => JournalRecord) => void): () => void;
  /** To be called with what a command has committed: it belongs to the request that is answered in the same breath. */
  noteEvents(events: EventSpan): void;
  /** What was committed since this synchronous run began; says it once. */
  takeEvents(): EventSpan | null;
  ask(ask: JournalAsk): Promise<JournalAnswer>;
  /** What was answered and is not there. */
  missing(): JournalMissing;
  /** To be called when the disk takes what it has refused. */
  writeAgain(): void;
  /** Forgets everything; resolves with how many there were. */
  clear(): Promise<number>;
  /** How often everything was forgotten: numbers of entries begin at 1 again each time. */
  readonly clears: number;
  /** Writes what is waiting, if it is to outlive this server, and closes. */
  close(): Promise<void>;
}

interface Surroundings {
  readonly after: (delayMs: number, run: () => void) => () => void;
  readonly secrets: Pick<KnownSecrets, 'all' | 'sought'>;
  /** False where the store is gone with the server. */
  readonly outlives: boolean;
}

/** `store` null: nothing is kept. */
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

/** Commands run between the reading of a body and the answer, so what they wrote is known by the time it leaves. */
function createWrittenEvents(): Pick<JournalRecorder, 'noteEvents' | 'takeEvents'> {
  let written: EventSpan | null = null;
  return {
    noteEvents({ first, last }) {
      // Nobody who comes later in the loop has to do with it: the control plane, or a webhook's answer.
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
