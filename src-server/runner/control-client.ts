/**
 * The control plane of another server, for commands: a refusal ends the command with its reason, and so does a response
 * that no control plane sends.
 */
import type { z } from 'zod';
import { noControlPlane } from '../contract/control/world/no-control-plane.ts';
import type { OperationShape, Wire } from '../contract/openapi/operation-types.ts';
import { filledRequest, type LastTerms } from '../contract/openapi/request-terms.ts';
import { errorBody } from '../contract/service/errors.ts';
import { formatFailure } from '../system/http/send-request.ts';
import { startRequest } from '../system/http/start-request.ts';
import { StartupError } from '../world/startup-error.ts';

export interface ControlServer {
  /** Without a path, or with the path of one of its worlds. */
  readonly url: string;
  readonly adminToken: string;
}

/**
 * Sends requests as defined by the rows of their operations. All methods reject with `StartupError`, exit 2, if the
 * server cannot be reached, refuses, or responds with something other than the row defines.
 */
export interface ControlClient {
  /** Returns a JSON response. */
  ask<const Row extends OperationShape>(row: Row, ...terms: LastTerms<Row>): Promise<Wire<Row>>;
  /** Returns a file unchanged. */
  read<const Row extends OperationShape>(row: Row, ...terms: LastTerms<Row>): Promise<Buffer>;
}

const TIMEOUT_MS = 120_000;
const JSON_TYPE = 'application/json';

export function createControlClient({ url, adminToken }: ControlServer): ControlClient {
  const base = `${url.replace(/\/+$/, '')}/sim`;
  const request = async (row: OperationShape, terms: unknown, wanted: string) => {
    const { path, body: requestBody } = filledRequest(row.path, terms);
    const [mediaType, body] = bodyOf(row, requestBody);
    const headers = {
      authorization: `Bearer ${adminToken}`,
      ...(mediaType === null ? {} : { 'content-type': mediaType }),
      ...(body === null ? {} : { 'content-length': String(body.length) }),
    };
    const method = row.method.toUpperCase();
    const response = await startRequest({ url: `${base}${path}`, method, headers, body, timeoutMs: TIMEOUT_MS }).result;
    if (response.failure !== null)
      throw new StartupError(2, [`${url} cannot be reached: ${formatFailure(response.failure, TIMEOUT_MS)}`]);
    const status = response.status ?? 0;
    const refusal = status < 400 ? null : messageOf(response.body.toString('utf8'));
    if (refusal !== null) throw new StartupError(2, [`${url} refused: ${refusal}`]);
    const isWanted = status >= 200 && status < 300 && mediaTypeOf(response.headers) === wanted;
    if (!isWanted) throw foreign(url);
    return response.body;
  };
  return {
    async ask<Row extends OperationShape>(row: Row, ...[terms]: LastTerms<Row>) {
      const parsed = jsonOf((await request(row, terms, JSON_TYPE)).toString('utf8'));
      const schema = row.success.content.find((content) => typeof content !== 'string');
      if (schema === undefined || !matchesSchema<Wire<Row>>(schema, parsed)) throw foreign(url);
      return parsed;
    },
    async read(row, ...[terms]) {
      const type = row.success.content.find((content) => typeof content === 'string') ?? JSON_TYPE;
      return request(row, terms, type);
    },
  };
}

/** The media type and the bytes of a body; `null` without a body. */
function bodyOf({ body }: OperationShape, requestBody: unknown): readonly [string, Buffer] | readonly [null, null] {
  if (requestBody === undefined) return [null, null];
  if (typeof body === 'string')
    return [body, Buffer.isBuffer(requestBody) ? requestBody : Buffer.from(String(requestBody))];
  return [JSON_TYPE, Buffer.from(JSON.stringify(requestBody))];
}

function foreign(url: string): StartupError {
  return new StartupError(2, [noControlPlane(url)]);
}

/** A later version may add members, which is no reason to refuse a response. */
function matchesSchema<Parsed>(schema: z.ZodType, parsed: unknown): parsed is Parsed {
  const { error } = schema.safeParse(parsed);
  return (error?.issues ?? []).every(({ code }) => code === 'unrecognized_keys');
}

function mediaTypeOf(headers: Readonly<Record<string, string>>): string {
  return (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

/** `undefined` if the text is not JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `null` if it is not an error response of Ballast. */
function messageOf(text: string): string | null {
  const read = errorBody.safeParse(jsonOf(text));
  if (!read.success) return null;
  const { message, details } = read.data.error;
  return [message, ...details.map(({ path, issue }) => `${path} ${issue}`)].join(' ');
}
