/**
 * Takes down the commands of a world in the very transaction in which each is done, so that no crash can part them from what
 * they wrote; what was refused, and how an answer ended, is written with the next one. Reads cost nothing here.
 */
import type { CommitOrigin, KernelChanges, KernelStore } from '../kernel/kernel-store.ts';
import { storageFailureOf } from '../kernel/storage-failure.ts';
import { answerFacts } from './answer-facts.ts';
import type { CommandRecord, CommandRequest, CommandStore } from './ports/command-port.ts';

/** A command that is being processed. */
export interface OpenCommand {
  /** To be called when the handler is about to run: what it commits in this synchronous run belongs to the command. */
  begin(body: string | null): void;
  /** To be called once, when its answer is made. */
  end(status: number, text: string): void;
}

export interface CommandLog {
  open(asked: Omit<CommandRequest, 'body'>): OpenCommand;
  /** Writes what waits to be written. */
  flush(): void;
  /** Runs a transaction; where it is rolled back, what it took down is still to be written. */
  whole<T>(transaction: () => T): T;
  readonly store: CommandStore;
}

interface Entry {
  readonly asked: Omit<CommandRequest, 'body'>;
  body: string | null;
  /** `null` until its transaction is written. */
  seq: number | null;
  atMs: number;
  eventsBefore: number;
  events: number;
}

/** An entry as it was before a transaction, and what was to be written with it. */
interface Saved {
  readonly entry: Entry;
  readonly before: Entry;
  readonly waited: Waiting[];
}

type Waiting = { readonly entry: Entry; readonly status: number; readonly text: string };
interface Clock {
  readonly nowMs: number;
  readonly eventCount: number;
}

/** What the flags of a run change is as if the control plane had been asked for it. */
export const BY_CONTROL_PLANE = { base: 'sim', keyId: null } as const;

/** `work` as a command of that request, where commands are kept. */
export function runRecorded<T>(log: CommandLog | null, { body, ...asked }: CommandRequest, work: () => T): T {
  const command = log?.open(asked);
  command?.begin(body);
  const result = work();
  command?.end(200, '');
  return result;
}

const MOST_WAITING = 100;
/** While the disk takes nothing. */
const MOST_WAITING_LONG = 1000;
/** What was refused is told for its own sake; a large one tells no more than a small one. */
const LONGEST_REFUSED = 16_384;

/** `clock` is asked for where and when a command stands that wrote nothing. */
export function createCommandLog(store: CommandStore, clock: () => Clock): CommandLog & Pick<KernelStore, 'save'> {
  let current: Entry | null = null;
  let waiting: Waiting[] = [];
  /** What the transaction that is open has taken down. */
  let saved: Saved | null = null;
  const writeWaiting = () => {
    for (const each of waiting) write(store, each);
  };
  const flush = () => {
    if (waiting.length === 0) return;
    try {
      store.atomically(writeWaiting);
      waiting = [];
    } catch (error) {
      store.recount();
      if (storageFailureOf(error) === null) throw error;
      // It waits for a disk that takes it; the oldest are let go where that lasts.
      waiting = waiting.slice(-MOST_WAITING_LONG);
    }
  };
  const undo = ({ entry, before, waited }: Saved) => {
    Object.assign(entry, before);
    waiting = waited;
    store.recount();
  };
  const open: CommandLog['open'] = (asked) => {
    const entry: Entry = { asked, body: null, seq: null, atMs: 0, eventsBefore: 0, events: 0 };
    return {
      begin(body) {
        entry.body = body;
        current = entry;
        // Whatever else commits later in the loop has nothing to do with it.
        void Promise.resolve().then(() => {
          if (current === entry) current = null;
        });
      },
      end(status, text) {
        if (current === entry) current = null;
        if (entry.seq === null || isToBeStamped(store, entry)) stamp(entry, clock());
        if (entry.seq !== null || isTelling(entry, status)) waiting.push({ entry, status, text });
        if (waiting.length >= MOST_WAITING) flush();
      },
    };
  };
  return {
    store,
    flush,
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
      saved = { entry: current, before: { ...current }, waited: waiting };
      writeWaiting();
      waiting = [];
      const before = { nowMs: state.nowMs, eventCount: state.eventCount - events.length };
      if (current.seq === null || (events.length > 0 && isToBeStamped(store, current))) stamp(current, before);
      current.events += events.length;
      const record = recordOf(current, null, null);
      if (current.seq === null) current.seq = store.insert(record);
      else if (events.length > 0) store.end({ ...record, seq: current.seq });
    },
  };
}

/** What faults on the wire have counted, and what it does itself only comes now: nothing else came in between. */
function isToBeStamped(store: CommandStore, { asked, events, seq }: Entry): boolean {
  return asked.met !== undefined && events === 0 && !isRead(asked.method) && store.latestSeq() === seq;
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

function stamp(entry: Entry, { nowMs, eventCount }: Clock): void {
  Object.assign(entry, { atMs: nowMs, eventsBefore: eventCount });
}

/** Of what wrote nothing: refusals of the service, and what tells the built-in receivers or the wire how to behave. */
function isTelling({ asked, body }: Entry, status: number): boolean {
  if ((body?.length ?? 0) > LONGEST_REFUSED) return false;
  if (asked.base !== 'sim') return true;
  return status < 400 && /^\/sinks\//.test(asked.path) && asked.method !== 'GET';
}

function write(store: CommandStore, { entry, status, text }: Waiting): void {
  const record = recordOf(entry, status, answerFacts(text));
  if (entry.seq === null) store.insert(record);
  else store.end({ ...record, seq: entry.seq });
}

function recordOf(
  { asked, body, atMs, eventsBefore, events }: Entry,
  status: number | null,
  facts: CommandRecord['facts'],
): Omit<CommandRecord, 'seq'> {
  const { met, ...request } = asked;
  const kept = met === undefined ? facts : { ...(facts ?? NO_FACTS), met };
  return { ...request, body, atMs, eventsBefore, events, status, facts: kept };
}

const NO_FACTS = { ids: {}, status: null, code: null };
