/**
 * The control plane of a server that runs elsewhere, for commands: what it refuses ends the command with its reason, and so
 * does an answer that no control plane gives.
 */
import type { z } from 'zod';
import { noControlPlane } from '../contract/control/world/no-control-plane.ts';
import { errorBody } from '../contract/service/errors.ts';
import { formatFailure } from '../system/http/send-request.ts';
import { startRequest } from '../system/http/start-request.ts';
import { StartupError } from '../world/startup-error.ts';

export interface ControlServer {
  /** Without a path, or with that of one of its worlds. */
  readonly url: string;
  readonly adminToken: string;
}

/**
 * `path` below `/sim`. All reject with `StartupError`, exit 2, where the server cannot be reached, refuses, or answers with something
 * else than `schema` or `mediaType`.
 */
export interface ControlClient {
  ask<Answer>(method: string, path: string, schema: z.ZodType<Answer>, body?: object): Promise<Answer>;
  /** Sends an archive. */
  send<Answer>(path: string, schema: z.ZodType<Answer>, archive: Buffer): Promise<Answer>;
  /** Any answer as it came. */
  bytes(path: string, mediaType: string): Promise<Buffer>;
}

const TIMEOUT_MS = 120_000;
const JSON_TYPE = 'application/json';

export function createControlClient({ url, adminToken }: ControlServer): ControlClient {
  const base = `${url.replace(/\/+$/, '')}/sim`;
  const request = async (method: string, path: string, wanted: string, sent: readonly [string, Buffer] | null) => {
    const [mediaType, body] = sent ?? [null, null];
    const headers = {
      authorization: `Bearer ${adminToken}`,
      ...(mediaType === null ? {} : { 'content-type': mediaType }),
      ...(body === null ? {} : { 'content-length': String(body.length) }),
    };
    const asked = { url: `${base}${path}`, method, headers, body, timeoutMs: TIMEOUT_MS };
    const answer = await startRequest(asked).result;
    if (answer.failure !== null)
      throw new StartupError(2, [`${url} cannot be reached: ${formatFailure(answer.failure, TIMEOUT_MS)}`]);
    const status = answer.status ?? 0;
    const refusal = status < 400 ? null : messageOf(answer.body.toString('utf8'));
    if (refusal !== null) throw new StartupError(2, [`${url} refused: ${refusal}`]);
    const isWanted = status >= 200 && status < 300 && mediaTypeOf(answer.headers) === wanted;
    if (!isWanted) throw foreign(url);
    return answer.body;
  };
  const read = <Answer>(schema: z.ZodType<Answer>, bytes: Buffer): Answer => {
    const answer = jsonOf(bytes.toString('utf8'));
    if (!isAnswer(schema, answer)) throw foreign(url);
    return answer;
  };
  return {
    async ask(method, path, schema, body) {
      const sent = body === undefined ? null : ([JSON_TYPE, Buffer.from(JSON.stringify(body))] as const);
      return read(schema, await request(method, path, JSON_TYPE, sent));
    },
    send: async (path, schema, archive) =>
      read(schema, await request('POST', path, JSON_TYPE, ['application/zip', archive])),
    bytes: (path, mediaType) => request('GET', path, mediaType, null),
  };
}

function foreign(url: string): StartupError {
  return new StartupError(2, [noControlPlane(url)]);
}

/** A later version may say more, which is no reason to refuse it. */
function isAnswer<Answer>(schema: z.ZodType<Answer>, answer: unknown): answer is Answer {
  const { error } = schema.safeParse(answer);
  return (error?.issues ?? []).every(({ code }) => code === 'unrecognized_keys');
}

function mediaTypeOf(headers: Readonly<Record<string, string>>): string {
  return (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

/** `undefined` for what is no JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `null` where it is not how Ballast refuses. */
function messageOf(text: string): string | null {
  const read = errorBody.safeParse(jsonOf(text));
  if (!read.success) return null;
  const { message, details } = read.data.error;
  return [message, ...details.map(({ path, issue }) => `${path} ${issue}`)].join(' ');
}
