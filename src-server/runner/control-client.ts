/** The control plane of a server that runs elsewhere, for commands: what it refuses ends the command with its reason. */
import { errorBody } from '../contract/service/errors.ts';
import { formatFailure } from '../system/http/send-request.ts';
import { startRequest } from '../system/http/start-request.ts';
import { StartupError } from '../world/startup-error.ts';

export interface ControlServer {
  /** Without a path, or with that of one of its worlds. */
  readonly url: string;
  readonly adminToken: string;
}

export interface ControlClient {
  /** `path` below `/sim`. Rejects with `StartupError`, exit 2, where the server cannot be reached or refuses. */
  ask<Answer>(method: string, path: string, body?: object): Promise<Answer>;
  /** Sends a file. */
  send(method: string, path: string, mediaType: string, body: Buffer): Promise<unknown>;
  /** Any answer as it came. */
  bytes(path: string): Promise<Buffer>;
  text(method: string, path: string, body?: object): Promise<string>;
}

const TIMEOUT_MS = 120_000;

export function createControlClient({ url, adminToken }: ControlServer): ControlClient {
  const base = `${url.replace(/\/+$/, '')}/sim`;
  const request = async (method: string, path: string, mediaType: string | null, body: Buffer | null) => {
    const headers = {
      authorization: `Bearer ${adminToken}`,
      ...(mediaType === null ? {} : { 'content-type': mediaType }),
      ...(body === null ? {} : { 'content-length': String(body.length) }),
    };
    const asked = { url: `${base}${path}`, method, headers, body, timeoutMs: TIMEOUT_MS };
    const answer = await startRequest(asked).result;
    if (answer.failure !== null)
      throw new StartupError(2, [`${url} cannot be reached: ${formatFailure(answer.failure, TIMEOUT_MS)}`]);
    if ((answer.status ?? 0) >= 400)
      throw new StartupError(2, [`${url} refused: ${messageOf(answer.body.toString('utf8'))}`]);
    return answer.body;
  };
  const json = (method: string, path: string, body?: object) =>
    body === undefined
      ? request(method, path, null, null)
      : request(method, path, 'application/json', Buffer.from(JSON.stringify(body)));
  return {
    ask: async (method, path, body) => JSON.parse((await json(method, path, body)).toString('utf8')),
    send: async (method, path, mediaType, body) =>
      JSON.parse((await request(method, path, mediaType, body)).toString('utf8')),
    bytes: (path) => request('GET', path, null, null),
    text: async (method, path, body) => (await json(method, path, body)).toString('utf8'),
  };
}

function messageOf(text: string): string {
  try {
    const { message, details } = errorBody.parse(JSON.parse(text)).error;
    return [message, ...details.map(({ path, issue }) => `${path} ${issue}`)].join(' ');
  } catch {
    return `this is no Ballast (${text.slice(0, 100)})`;
  }
}
