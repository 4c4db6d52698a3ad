/** The port through which this server sends requests like a client: to itself, when a recorded session is replayed. */

interface OutgoingRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly timeoutMs: number;
}

/** `status` null: there was no response, and `error` says why. */
interface IncomingResponse {
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly error: string | null;
}

/** Never rejects, never follows a redirect. */
export type SendRequest = (request: OutgoingRequest) => Promise<IncomingResponse>;
