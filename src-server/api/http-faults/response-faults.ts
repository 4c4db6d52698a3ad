/** Applies the kinds of faults to an HTTP response (decision L41). */
import type { ServerResponse } from 'node:http';
import { apiFaultKind } from '../../contract/control/http-faults/api-fault-kinds.ts';
import type { World } from '../../engine/world.ts';
import type { TimeDriver } from '../../kernel/time-driver.ts';
import type { Hit } from './trigger-fault.ts';

export interface CorruptedResponse {
  /** Its status and headers are set, except `Content-Length`. */
  readonly response: ServerResponse;
  /** The intended body; empty for a request that is not processed. */
  readonly text: string;
  /** The part that the client received so far; `status` is null before the first byte. */
  readonly sent: { status: number | null; body: string };
  /** Must be called when nothing more will be sent. */
  readonly end: () => void;
  /** Runs a function after some host ms, unless the client leaves. */
  readonly wait: (delayMs: number, run: () => void) => void;
}

interface FaultDependencies {
  readonly world: Pick<World, 'httpFaults'>;
  readonly driver: Pick<TimeDriver, 'nowMs'>;
}

/** Maximum length of a hang. */
const LONGEST_HANG_MS = 600_000;
/** The interval at which a hang checks whether its fault has ended, and a drip sends its next piece. */
const STEP_MS = 100;

/** `hit` null: the response is not corrupted, it was only delayed. */
export function corruptResponse(dependencies: FaultDependencies, hit: Hit | null, corrupted: CorruptedResponse): void {
  const { text, response, end } = corrupted;
  if (hit === null) {
    sendWhole(corrupted, text);
    return;
  }
  apiFaultKind(hit.terms.kind).send(
    {
      body: text,
      send: (body) => sendWhole(corrupted, body),
      setContentType: (type) => response.setHeader('Content-Type', type),
      sendSlowly: (overMs) => drip(corrupted, overMs),
      truncate: (retainedShare) => truncate(corrupted, retainedShare),
      resetConnection: () =>
        whenConnected(response, () => {
          end();
          response.socket?.resetAndDestroy();
        }),
      hang: () => hang(dependencies, hit, corrupted),
    },
    hit.terms,
  );
}

/** Statuses whose responses have no length (RFC 9110, 8.6). */
const WITHOUT_LENGTH = new Set([204, 304]);

function sendWhole({ response, sent, end }: CorruptedResponse, body: string): void {
  if (!WITHOUT_LENGTH.has(response.statusCode)) response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(body);
  Object.assign(sent, { status: response.statusCode, body });
  end();
}

/** Sends headers with the length of the whole body, then a part of it, and closes the connection. */
function truncate({ response, text, sent, end }: CorruptedResponse, retainedShare: number): void {
  const bytes = Buffer.from(text);
  const part = bytes.subarray(0, Math.min(Math.floor(bytes.length * retainedShare), Math.max(0, bytes.length - 1)));
  response.setHeader('Content-Length', bytes.length);
  response.flushHeaders();
  if (part.length > 0) response.write(part);
  Object.assign(sent, { status: response.statusCode, body: part.toString('utf8') });
  whenConnected(response, () => {
    end();
    response.socket?.destroySoon();
  });
}

/**
 * Sends equal pieces, one every 100 ms or as fast as there are bytes: the first at once, the last at the end of the
 * time. A response without a body ends at once, because a client has all of it with the headers.
 */
function drip(corrupted: CorruptedResponse, overMs: number): void {
  const { response, text, sent, end, wait } = corrupted;
  if (text === '' || response.req.method === 'HEAD') {
    sendWhole(corrupted, text);
    return;
  }
  const bytes = Buffer.from(text);
  const pieces = Math.max(2, Math.min(bytes.length, Math.round(overMs / STEP_MS) + 1));
  response.setHeader('Content-Length', bytes.length);
  response.flushHeaders();
  sent.status = response.statusCode;
  const send = (piece: number) => {
    const part = bytes.subarray(placeOf(piece, pieces, bytes.length), placeOf(piece + 1, pieces, bytes.length));
    response.write(part);
    sent.body = bytes.subarray(0, placeOf(piece + 1, pieces, bytes.length)).toString('utf8');
    if (piece + 1 < pieces) {
      wait(overMs / (pieces - 1), () => send(piece + 1));
      return;
    }
    response.end();
    end();
  };
  send(0);
}

function placeOf(piece: number, pieces: number, length: number): number {
  return Math.floor((length * piece) / pieces);
}

/** Hangs until the client leaves, the fault is removed or its time ends, or ten minutes have passed. */
function hang({ world, driver }: FaultDependencies, { fault }: Hit, { response, end, wait }: CorruptedResponse): void {
  const release = () => {
    world.httpFaults.offEnd(isEnded);
    end();
    response.destroy();
  };
  const isEnded = (faultId: string) => {
    if (faultId === fault.faultId) release();
  };
  const look = () => {
    if (driver.nowMs() >= (fault.untilMs ?? Number.POSITIVE_INFINITY)) release();
    else wait(STEP_MS, look);
  };
  // Its fault may have ended while the request was processed, or during a latency.
  if (world.httpFaults.isReleased(fault.faultId)) {
    release();
    return;
  }
  world.httpFaults.onEnd(isEnded);
  response.once('close', () => world.httpFaults.offEnd(isEnded));
  wait(LONGEST_HANG_MS, release);
  if (fault.untilMs !== null) wait(STEP_MS, look);
}

/** Runs when it is the response's turn on the connection: earlier responses of a pipeline are not affected. */
function whenConnected(response: ServerResponse, run: () => void): void {
  if (response.socket !== null) run();
  else response.once('socket', () => void Promise.resolve().then(run));
}
