/**
 * The data that accompany a request from layer to layer. Independent of its users: an observer of a response passes a
 * callback.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createIdFormatter } from '../../kernel/ids.ts';
import { storageFailureOf } from '../../kernel/storage-failure.ts';

/** The credentials sent to the control plane: the token of its world, the server's, or a page of the app. */
export type Caller = 'world' | 'server' | 'app';

/** Facts about a request that the layers before a handler found. */
export interface RequestContext {
  readonly requestId: string;
  readonly startedMs: number;
  readonly form: 'A' | 'B' | null;
  /** `null`: no layer has checked the credentials yet. */
  caller: Caller | null;
  accountId: string;
  /** Id of the key, and its limit of requests in any 60 s; `null`: none. */
  keyId: string;
  requestLimit: number | null;
  /** The body as received, for the journal. */
  rawBody: string | null;
  /** How it repeats an idempotency key, as `engine/key-reuse.ts` writes it; `null`: it repeats none. */
  keyReuse: string | null;
  /** The command that the request may be; `null` for requests that change nothing. */
  command: RequestCommand | null;
  /** Sends the response in a corrupted form (decision L39); `null`: it is sent unchanged. */
  corrupt: CorruptResponse | null;
  /** Called once, with the response that the client received. */
  readonly onSent: (
    request: ServedRequest,
    response: ServerResponse,
    context: RequestContext,
    sent: SentResponse,
  ) => void;
}

export interface ServedRequest extends IncomingMessage {
  readonly method: string;
  readonly originalUrl: string;
}

interface RequestCommand {
  /** Must be called just before the handler runs. */
  begin(body: string | null): void;
  /** Must be called once, with the body of the created response, or its text. */
  end(status: number, body: unknown): void;
}

/** The response that the client received. */
export interface SentResponse {
  /** `null`: nothing was sent. */
  readonly status: number | null;
  /** The part that was sent. */
  readonly body: string;
  /** The injected fault that changed it. */
  readonly injected: { readonly faultId: string; readonly kind: string } | null;
  /** The latency that delayed it in addition to that fault. */
  readonly latencyFaultId?: string | null;
  readonly injectedMs: number;
  /**
   * The entries of the event log that its command wrote. Left out if the response is sent in the same synchronous run
   * as the command; a caller that lets time pass in between asks the journal before.
   */
  readonly events?: { readonly first: number; readonly last: number } | null;
}

/** Sends a complete response: status, headers except `Content-Length`, and `text`. Calls `onSent`. */
export type CorruptResponse = (request: ServedRequest, response: ServerResponse, text: string) => void;

/** A property of the request itself, because a map of requests would cost more than all uses of it. */
const CONTEXT = Symbol('context');

interface Carrier {
  [CONTEXT]?: RequestContext;
}

export function setContext(request: object, context: RequestContext): void {
  const carrier: Carrier = request;
  // When another world handles a request again, its body has been read already.
  context.rawBody ??= carrier[CONTEXT]?.rawBody ?? null;
  carrier[CONTEXT] = context;
}

/** Returns the context of a request before any layer. */
export function newContext(
  known: Pick<RequestContext, 'requestId' | 'startedMs'> & Partial<RequestContext>,
): RequestContext {
  return {
    form: null,
    caller: null,
    accountId: '',
    keyId: '',
    requestLimit: null,
    rawBody: null,
    keyReuse: null,
    command: null,
    corrupt: null,
    onSent: () => {},
    ...known,
  };
}

/** Throws if no layer has set one. */
export function contextOf(request: object): RequestContext {
  const context = findContext(request);
  if (context === undefined) throw new Error('a request reached a handler without its context');
  return context;
}

/** `undefined` for a request that was refused before any router. */
export function findContext(request: object): RequestContext | undefined {
  return (request as Carrier)[CONTEXT];
}

const BLOCK = 10_000;

interface Reservation {
  read(): number;
  write(reserved: number): void;
}

/**
 * Request ids (decision D1) from a seeded stream of their own. Numbers are reserved in blocks, so the response to a
 * read never waits for the disk and a restart never repeats an id; the ids are not part of the event log. If the disk
 * refuses writes, responses continue: ids beyond the reserved block are reserved as soon as it accepts a write.
 */
export function createRequestIds(seed: number, reservation: Reservation): () => string {
  const formatId = createIdFormatter(seed, 'rq');
  let next = reservation.read();
  let reserved = next;
  const reserve = (until: number) => {
    try {
      reservation.write(until);
      return true;
    } catch (error) {
      if (storageFailureOf(error) === null) throw error;
      return false;
    }
  };
  return () => {
    if (next >= reserved && reserve(next + BLOCK)) reserved = next + BLOCK;
    next += 1;
    return formatId(next - 1);
  };
}
