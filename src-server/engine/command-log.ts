/**
 * Records the commands of a world in the transaction in which each is executed, so that a crash cannot separate them
 * from their writes. Refusals, and the end of each response, are written with the next transaction. Reads are not
 * recorded.
 */
import type { CommitOrigin, KernelChanges, KernelStore } from '../kernel/kernel-store.ts';
import { storageFailureOf } from '../kernel/storage-failure.ts';
import type { CommandRecord, CommandRequest, CommandStore } from './ports/command-port.ts';
import { responseFacts } from './response-facts.ts';

/** A command in progress. */
export interface OpenCommand {
  /** Must be called right before the handler runs: commits of this synchronous run belong to the command. */
  begin(body: string | null): void;
  /** Must be called once, when the response is complete, with its body or the body's text. */
  end(status: number, body: unknown): void;
}

export interface CommandLog {
  open(request: Omit<CommandRequest, 'body'>): OpenCommand;
  /** Writes pending entries. */
  flush(): void;
  /** Runs a transaction; after a rollback, the entries that it recorded are pending again. */
  whole<T>(transaction: () => T): T;
  readonly store: CommandStore;
}

interface Entry {
  readonly request: Omit<CommandRequest, 'body'>;
  body: string | null;
  /** `null` until its transaction is written. */
  seq: number | null;
  atMs: number;
  eventsBefore: number;
  events: number;
}

/** State that a rollback restores: an entry as it was before a transaction, and the ends that were pending. */
interface Saved {
  readonly entry: Entry;
  readonly before: Entry;
  readonly ends: PendingEnd[];
}

/** The end of a command, before it is written. */
type PendingEnd = { readonly entry: Entry; readonly status: number; readonly facts: CommandRecord['facts'] };
interface Clock {
  readonly nowMs: number;
  readonly eventCount: number;
}

/** Flags of a run that change the world are recorded as requests to the control plane. */
export const BY_CONTROL_PLANE = { base: 'sim', keyId: null } as const;

/** Runs `work` as a command of the request; without a log it just runs `work`. */
export function runRecorded<T>(log: CommandLog | null, { body, ...request }: CommandRequest, work: () => T): T {
  const command = log?.open(request);
  command?.begin(body);
  const result = work();
  command?.end(200, '');
  return result;
}

/** `clock` gives the position of a command that wrote nothing. */
export function createCommandLog(store: CommandStore, clock: () => Clock): CommandLog & Pick<KernelStore, 'save'> {
  let current: Entry | null = null;
  const pending = new PendingEnds(store);
  /** Entries that the open transaction has recorded. */
  let saved: Saved | null = null;
  const open: CommandLog['open'] = (request) => {
    const entry: Entry = { request, body: null, seq: null, atMs: 0, eventsBefore: 0, events: 0 };
    return {
      begin(body) {
        entry.body = body;
        current = entry;
        // Later commits in the event loop do not belong to this command.
        void Promise.resolve().then(() => {
          if (current === entry) current = null;
        });
      },
      end(status, responseBody) {
        if (current === entry) current = null;
        if (entry.seq === null || isToBeStamped(store, entry)) stamp(entry, clock());
        if (entry.seq !== null || isWorthRecording(entry, status))
          pending.add({ entry, status, facts: responseFacts(responseBody) });
      },
    };
  };
  return {
    store,
    flush: () => pending.flush(),
    open,
    whole(transaction) {
      saved = null;
      try {
        return transaction();
      } catch (error) {
        if (saved !== null) undo(saved);
        throw error;
      }
    },
    save({ state, events }: KernelChanges, origin: CommitOrigin) {
      if (current === null || origin !== 'command') return;
      saved = { entry: current, before: { ...current }, ends: pending.ends };
      pending.write();
      const before = { nowMs: state.nowMs, eventCount: state.eventCount - events.length };
      if (current.seq === null || (events.length > 0 && isToBeStamped(store, current))) stamp(current, before);
      current.events += events.length;
      const record = recordOf(current, null, null);
      if (current.seq === null) current.seq = store.insert(record);
      else if (events.length > 0) store.end({ ...record, seq: current.seq });
    },
  };

  function undo({ entry, before, ends }: Saved): void {
    Object.assign(entry, before);
    pending.ends = ends;
    store.recount();
  }
}

const MAX_PENDING = 100;
/** Limit while the disk refuses writes. */
const MAX_PENDING_LONG = 1000;

/** Ends of commands that the next transaction writes. */
class PendingEnds {
  readonly #store: CommandStore;
  ends: PendingEnd[] = [];

  constructor(store: CommandStore) {
    this.#store = store;
  }

  add(end: PendingEnd): void {
    this.ends.push(end);
    if (this.ends.length >= MAX_PENDING) this.flush();
  }

  /** Writes pending ends in the open transaction. */
  write(): void {
    for (const each of this.ends) write(this.#store, each);
    this.ends = [];
  }

  /** Writes pending ends in a separate transaction; if the disk refuses, the latest ones remain pending. */
  flush(): void {
    if (this.ends.length === 0) return;
    const { ends } = this;
    try {
      this.#store.atomically(() => this.write());
    } catch (error) {
      this.#store.recount();
      this.ends = ends;
      if (storageFailureOf(error) === null) throw error;
      this.ends = ends.slice(-MAX_PENDING_LONG);
    }
  }
}

/** True if HTTP faults have counted a hit and the handler writes only now, with nothing in between. */
function isToBeStamped(store: CommandStore, { request, events, seq }: Entry): boolean {
  return request.met !== undefined && events === 0 && !isRead(request.method) && store.latestSeq() === seq;
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

function stamp(entry: Entry, { nowMs, eventCount }: Clock): void {
  Object.assign(entry, { atMs: nowMs, eventsBefore: eventCount });
}

/** Bytes of a refused request that are recorded; more would add no explanation. */
const LONGEST_REFUSED = 16_384;

/** Whether a command that wrote nothing is recorded: refusals of the service, and settings of the sinks. */
function isWorthRecording({ request, body }: Entry, status: number): boolean {
  if ((body?.length ?? 0) > LONGEST_REFUSED) return false;
  if (request.base !== 'sim') return true;
  return status < 400 && /^\/sinks\//.test(request.path) && request.method !== 'GET';
}

function write(store: CommandStore, { entry, status, facts }: PendingEnd): void {
  const record = recordOf(entry, status, facts);
  if (entry.seq === null) store.insert(record);
  else store.end({ ...record, seq: entry.seq });
}

function recordOf(
  { request: whole, body, atMs, eventsBefore, events }: Entry,
  status: number | null,
  facts: CommandRecord['facts'],
): Omit<CommandRecord, 'seq'> {
  const { met, ...request } = whole;
  const stored = met === undefined ? facts : { ...(facts ?? NO_FACTS), met };
  return { ...request, body, atMs, eventsBefore, events, status, facts: stored };
}

const NO_FACTS = { ids: {}, status: null, code: null };
