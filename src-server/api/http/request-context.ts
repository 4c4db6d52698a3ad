/**
 * What travels with a request from layer to layer. Knows nobody: whoever wants to hear of an answer gives a callback.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Who asked the control plane: the token of its world, the server's, or a page of the app. */
export type Caller = 'world' | 'server' | 'app';

/** What the layers before a handler found out about a request. */
export interface RequestContext {
  readonly requestId: string;
  readonly startedMs: number;
  readonly form: 'A' | 'B' | null;
  /** `null`: nobody has said who asks yet. */
  caller: Caller | null;
  accountId: string;
  /** The key that was shown, and its limit of requests in any 60 s; `null`: none. */
  keyId: string;
  requestLimit: number | null;
  /** The body as it came, for the journal. */
  rawBody: string | null;
  /** How it repeats an idempotency key, as `engine/key-reuse.ts` writes it; `null`: it repeats none. */
  keyReuse: string | null;
  /** The command that the request may be; `null` for requests that change nothing. */
  command: RequestCommand | null;
  /** Sends the response in another way than it was meant (decision L39); `null`: it is sent as it is. */
  corrupt: CorruptResponse | null;
  /** Called once, with what the client got. */
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
  /** To be called when the handler is about to run. */
  begin(body: string | null): void;
  /** To be called once, with the body of the response that was made, or the text of that. */
  end(status: number, answer: unknown): void;
}

/** What the client got. */
export interface SentResponse {
  /** `null`: nothing was sent. */
  readonly status: number | null;
  /** As far as it was sent. */
  readonly body: string;
  /** The injected fault that changed it. */
  readonly injected: { readonly faultId: string; readonly kind: string } | null;
  /** The latency that delayed it beside that fault. */
  readonly latencyFaultId?: string | null;
  readonly injectedMs: number;
  /**
   * The entries of the event log that its command wrote. Left out where the response is sent in the same synchronous
   * run as the command; whoever lets time pass in between asks the journal before.
   */
  readonly events?: { readonly first: number; readonly last: number } | null;
}

/** Takes over a response that is ready to be sent: status, headers but `Content-Length`, and `text`. Calls `onSent`. */
export type CorruptResponse = (request: ServedRequest, response: ServerResponse, text: string) => void;

/** A property of the request itself: a map beside it would cost more than everything that it is asked for. */
const CONTEXT = Symbol('context');

interface Carrier {
  [CONTEXT]?: RequestContext;
}

export function setContext(request: object, context: RequestContext): void {
  const carrier: Carrier = request;
  // A request that another world answers anew has no body any more: it was read the first time.
  context.rawBody ??= carrier[CONTEXT]?.rawBody ?? null;
  carrier[CONTEXT] = context;
}

/** The context of a request that no layer has looked at yet. */
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

/** Throws where no layer has set one. */
export function contextOf(request: object): RequestContext {
  const context = findContext(request);
  if (context === undefined) throw new Error('a request reached a handler without its context');
  return context;
}

/** `undefined` for a request that was refused before any router saw it. */
export function findContext(request: object): RequestContext | undefined {
  return (request as Carrier)[CONTEXT];
}
