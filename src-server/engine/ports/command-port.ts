/** The commands of a world, in the order of execution: the event log follows from them. */
import { BASE_FORMS, type GotByClient } from '../../domain/world-choices.ts';

/** A request that may change the world, before it is processed. */
export interface CommandRequest {
  /** Base of its path: a form, both, or the control plane. */
  readonly base: CommandBase;
  readonly method: string;
  /** Below the base, with its query. */
  readonly path: string;
  /** As received; `null` without one. */
  readonly body: string | null;
  /** The key that authenticated it; `null` for the control plane, and without a valid key. */
  readonly keyId: string | null;
  /** Context for HTTP faults, if any were active. */
  readonly met?: MetOnWire;
}

/** The part of a request that HTTP faults depend on, so that a replay gets the same faults. */
export interface MetOnWire {
  /** Ids of the faults that counted it as a chance. */
  readonly faults: readonly string[];
  readonly got: GotByClient;
  readonly key: 'valid' | 'none' | 'wrong';
  /** The headers that the active faults match. */
  readonly headers: Readonly<Record<string, string>>;
}

export const COMMAND_BASES = [...BASE_FORMS, 'sim'] as const;
export type CommandBase = (typeof COMMAND_BASES)[number];

/** Facts of a response that later commands may refer to, or that report its result. */
export interface ResponseFacts {
  /** Ids by JSON pointer. */
  readonly ids: Readonly<Record<string, string>>;
  /** Its `status`, or the code of its error. */
  readonly status: string | null;
  readonly code: string | null;
  /** Stored here, because it belongs to the result of the request. */
  readonly met?: MetOnWire;
}

export interface CommandRecord extends Omit<CommandRequest, 'met'> {
  /** From 1, in the order of execution. */
  readonly seq: number;
  /** Virtual time. */
  readonly atMs: number;
  /** Number of event log entries before it. */
  readonly eventsBefore: number;
  /** Number of entries that it wrote; 0 if it was refused. */
  readonly events: number;
  /** `null`: the process crashed before the response was recorded. */
  readonly status: number | null;
  readonly facts: ResponseFacts | null;
}

/** Fields of a command that are known only after it was inserted. */
interface CommandEnd extends Omit<CommandRecord, 'base' | 'method' | 'path' | 'keyId'> {}

/** The port to the store of commands; the oldest are deleted if there are too many. */
export interface CommandStore {
  /** Must be called within a transaction, like all methods below that write. Returns its number. */
  insert(command: Omit<CommandRecord, 'seq'>): number;
  end(end: CommandEnd): void;
  /** Runs `work` in a separate transaction. */
  atomically(work: () => void): void;
  after(seq: number, limit: number): CommandRecord[];
  /** Number of the latest command; 0 without any. */
  latestSeq(): number;
  /** Number of event log entries before the first stored command; 0: all commands are stored. */
  storedSince(): number;
  /** Must be called after a transaction with commands was rolled back. */
  recount(): void;
  /** Records that commands before this many entries of the event log cannot be repeated. */
  forgetBefore(events: number): void;
}
