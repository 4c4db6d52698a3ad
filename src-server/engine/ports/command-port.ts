/** What was asked of a world, in the order in which it was done: the commands that its event log follows from. */
import { BASE_FORMS, type GotByClient } from '../../domain/world-choices.ts';

/** A request that may change the world, before it is processed. */
export interface CommandRequest {
  /** The base it came to: of a form, of both, or the control plane. */
  readonly base: CommandBase;
  readonly method: string;
  /** Below the base, with its query. */
  readonly path: string;
  /** As it came; `null` without one. */
  readonly body: string | null;
  /** The key that was shown; `null` for the control plane, and without a valid one. */
  readonly keyId: string | null;
  /** What it met on the wire, where faults were in force. */
  readonly met?: MetOnWire;
}

/** What a request met on the wire, so that a replay of it meets the same. */
export interface MetOnWire {
  /** Identifiers of the faults that counted it as a chance. */
  readonly faults: readonly string[];
  readonly got: GotByClient;
  readonly key: 'valid' | 'none' | 'wrong';
  /** Those of its headers that the faults in force look at. */
  readonly headers: Readonly<Record<string, string>>;
}

export const COMMAND_BASES = [...BASE_FORMS, 'sim'] as const;
export type CommandBase = (typeof COMMAND_BASES)[number];

/** What of an answer later commands may refer to, or tells how it went. */
export interface AnswerFacts {
  /** Identifiers by JSON pointer. */
  readonly ids: Readonly<Record<string, string>>;
  /** Its `status`, or the code of its error. */
  readonly status: string | null;
  readonly code: string | null;
  /** Kept with them, because it belongs to how the request went. */
  readonly met?: MetOnWire;
}

export interface CommandRecord extends Omit<CommandRequest, 'met'> {
  /** From 1, in the order in which they were done. */
  readonly seq: number;
  /** Virtual time. */
  readonly atMs: number;
  /** Entries of the event log before it. */
  readonly eventsBefore: number;
  /** Entries that it wrote; 0 where it was refused. */
  readonly events: number;
  /** `null`: a crash came before the answer was noted. */
  readonly status: number | null;
  readonly facts: AnswerFacts | null;
}

/** A command as it is known later than when it was inserted. */
interface CommandEnd extends Omit<CommandRecord, 'base' | 'method' | 'path' | 'keyId'> {}

/** What is asked of whoever keeps commands; the oldest go where there are too many. */
export interface CommandStore {
  /** To be called within a transaction, as everything below that writes. Returns its number. */
  insert(command: Omit<CommandRecord, 'seq'>): number;
  end(end: CommandEnd): void;
  /** Runs `work` as a transaction of its own. */
  atomically(work: () => void): void;
  after(seq: number, limit: number): CommandRecord[];
  /** Number of the latest; 0 without any. */
  latestSeq(): number;
  /** How many entries of the event log there were when the first command of those that are kept came; 0: all are. */
  storedSince(): number;
  /** To be called after a transaction with commands was rolled back. */
  recount(): void;
  /** Says that what came before so many entries of the event log cannot be done again. */
  forgetBefore(events: number): void;
}
