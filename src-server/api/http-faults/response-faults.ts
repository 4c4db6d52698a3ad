/** What the kinds of faults can do with a response (decision L41), by HTTP. */
import type { ServerResponse } from 'node:http';
import { apiFaultKind } from '../../contract/control/http-faults/api-fault-kinds.ts';
import type { World } from '../../engine/world.ts';
import type { TimeDriver } from '../../kernel/time-driver.ts';
import type { Hit } from './trigger-fault.ts';

export interface CorruptedResponse {
  /** Its status and headers are set, but for `Content-Length`. */
  readonly response: ServerResponse;
  /** What was to be answered; empty for a request that is not processed. */
  readonly text: string;
  /** What the client got so far; `status` is null while it got nothing. */
  readonly sent: { status: number | null; body: string };
  /** To be called when nothing more will be sent. */
  readonly end: () => void;
  /** Runs something after some host ms, unless the client leaves. */
  readonly wait: (delayMs: number, run: () => void) => void;
}

interface FaultDependencies {
  readonly world: Pick<World, 'httpFaults'>;
  readonly driver: Pick<TimeDriver, 'nowMs'>;
}

/** A hang ends after this long. */
const LONGEST_HANG_MS = 600_000;
/** How often a hang checks whether its fault is over, and a drip sends its next piece. */
const STEP_MS = 100;

/** `hit` of null: the response is sound, it was only delayed. */
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

/** Statuses whose answers say no length (RFC 9110, 8.6). */
const WITHOUT_LENGTH = new Set([204, 304]);

function sendWhole({ response, sent, end }: CorruptedResponse, body: string): void {
  if (!WITHOUT_LENGTH.has(response.statusCode)) response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(body);
  Object.assign(sent, { status: response.statusCode, body });
  end();
}

/** Headers announce the whole body; then the connection ends. */
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
 * In equal pieces, one every 100 ms or as fast as there are bytes: the first at once, the last when the time is over.
 */
function drip({ response, text, sent, end, wait }: CorruptedResponse, overMs: number): void {
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

/**
 * Until the client leaves (then nobody waits any more), the fault is ended or its time is over, or ten minutes have
 * passed.
 */
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
  world.httpFaults.onEnd(isEnded);
  response.once('close', () => world.httpFaults.offEnd(isEnded));
  wait(LONGEST_HANG_MS, release);
  if (fault.untilMs !== null) wait(STEP_MS, look);
}

/** Runs when it is the response's turn on the connection: earlier responses of a pipeline are not touched. */
function whenConnected(response: ServerResponse, run: () => void): void {
  if (response.socket !== null) run();
  else response.once('socket', () => void Promise.resolve().then(run));
}
