/** Starts a server in this process for a test, or connects to one that runs elsewhere. */
import { noControlPlane } from '../contract/control/world/no-control-plane.ts';
import type { StartOptions } from '../contract/control/world/test-server.ts';
import { BallastRequestError, BallastStartError, BallastStoppedError } from './ballast-errors.ts';
import type { Ballast } from './ballast-handle.ts';
import { createBallastHandle } from './create-ballast-handle.ts';
import { loadServer } from './load-server.ts';

/**
 * Starts a server on a free port of 127.0.0.1, in memory, whose clock only the test moves (decision K73). Any number
 * may run at once. Rejects with `BallastStartError`, with one line for every reason, and leaves nothing running.
 */
export async function startBallast(options: StartOptions = {}): Promise<Ballast> {
  const { openServer } = await loadServer();
  const opening = await openServer(options);
  if (!opening.ok) throw new BallastStartError(opening.faults);
  return createBallastHandle(opening.server);
}

export interface ConnectOptions {
  /** Address of its control plane, as in the ready line: `http://127.0.0.1:4710/sim`. */
  readonly controlUrl: string;
  readonly adminToken: string;
}

/**
 * Returns the same helpers for a server that runs elsewhere, such as in a container; `stop` leaves it running. Rejects
 * with `BallastStartError`, with one line for every reason: wrong options, nothing at the address, another token.
 */
export async function connectBallast(options: ConnectOptions): Promise<Ballast> {
  const { controlUrl, adminToken } = connectionOf(options);
  try {
    return await createBallastHandle({ controlUrl, adminToken, aliases: {}, stop: async () => {} });
  } catch (error) {
    const fault = whyUnreached(controlUrl, error);
    throw fault === null ? error : new BallastStartError([fault], 'reached');
  }
}

/** Null: neither the address nor the token is the cause. */
function whyUnreached(controlUrl: string, error: unknown): string | null {
  if (error instanceof BallastStoppedError) return `nothing responds at ${controlUrl} (${error.message})`;
  if (!(error instanceof BallastRequestError)) return null;
  // A world that has ended refuses requests as Ballast does, too.
  if (error.code === '') return noControlPlane(controlUrl);
  const isToken = error.status === 401;
  const refusal = isToken
    ? `the server at ${controlUrl} does not accept this adminToken`
    : `there is no control plane at ${controlUrl}`;
  return `${refusal} (${error.message})`;
}

const READY_LINE = 'the ready line of ballast serve --json has it';

const NAMES = ['controlUrl', 'adminToken'];

/** A handle of a server is also accepted; it has more fields. */
function unknownOptions(options: object): string[] {
  if (Symbol.asyncDispose in options) return [];
  const unknown = Object.keys(options).filter((option) => !NAMES.includes(option));
  return unknown.map((option) => `${option} is not a known option (possible: ${NAMES.join(' and ')})`);
}

/** Tests in JavaScript pass anything, often a variable that was never set. */
function connectionOf(options: Partial<ConnectOptions> | undefined): ConnectOptions {
  const { controlUrl, adminToken } = options ?? {};
  const faults = [
    ...unknownOptions(Object(options)),
    ...urlFaults(controlUrl),
    ...(typeof adminToken === 'string' && adminToken !== ''
      ? []
      : [`adminToken is ${shown(adminToken)}: the token of the control plane (admin_token; ${READY_LINE})`]),
  ];
  if (faults.length > 0 || controlUrl === undefined || adminToken === undefined)
    throw new BallastStartError(faults, 'reached');
  return { controlUrl: controlUrl.replace(/\/+$/, ''), adminToken };
}

function urlFaults(controlUrl: unknown): string[] {
  const example = 'http://127.0.0.1:4710/sim';
  if (typeof controlUrl !== 'string' || controlUrl === '')
    return [`controlUrl is ${shown(controlUrl)}: the control plane, such as ${example} (control_url; ${READY_LINE})`];
  const url = URL.canParse(controlUrl) ? new URL(controlUrl) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    return [`controlUrl '${controlUrl}' is not an address such as ${example}`];
  if (/\/sim\/*$/.test(url.pathname)) return [];
  return [`controlUrl '${controlUrl}' does not end in /sim: the control plane of that server is ${url.origin}/sim`];
}

function shown(value: unknown): string {
  return value === undefined ? 'missing' : value === '' ? 'empty' : `not a string, but ${JSON.stringify(value)}`;
}
