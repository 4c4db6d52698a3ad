/** Calls the operation of a tool over HTTP, as any client would. */

import type { z } from 'zod';
import { isSession, noControlPlane } from '../../contract/control/world/no-control-plane.ts';
import { addressOfWorld } from '../../contract/control/worlds/world-address.ts';
import { issuePlaces, pointerTo } from '../../contract/fields/issue-places.ts';
import { DOCUMENT_BASES } from '../../contract/openapi/bases.ts';
import { errorBody } from '../../contract/service/errors.ts';
import { REDACTED } from '../../engine/redact-secrets.ts';
import { isCredentialName } from '../../engine/redaction/credential-names.ts';
import { createJsonClient, type JsonClient } from '../../system/http/json-client.ts';
import type { ControlServer } from '../control-client.ts';
import type { AgentTool } from './agent-tools.ts';
import { filledPath, pathParameters } from './path-arguments.ts';
import { toolInputOf, toolOperation } from './tool-schema.ts';

/** The result of a tool: the body of the response, or a text that explains the failure. */
export type ToolResult =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly problem: string; readonly isUnauthorized?: boolean };

export interface ToolCaller {
  call(tool: AgentTool, given: unknown): Promise<ToolResult>;
  close(): void;
}

/** `withholdsKeys`: for a read-only agent, which gets no key or secret in a response. */
export function createToolCaller({ url, adminToken }: ControlServer, withholdsKeys: boolean): ToolCaller {
  const client = createJsonClient();
  const origin = url.replace(/\/+$/, '');
  const keys = new Map<string, string>();
  /** The API key of a world's run; it does not change while the world exists. */
  const keyOf = async (world: string): Promise<string> => {
    const url = `${origin}${addressOfWorld(world)}/sim/session`;
    const session = await ask(client, { method: 'GET', url, isJson: true }, adminToken, undefined);
    if (!session.ok || !isSession(session.body)) return '';
    const { api_key: key } = session.body;
    keys.set(world, key);
    return key;
  };
  const call = async (tool: AgentTool, given: unknown): Promise<ToolResult> => {
    const validated = validateInput(toolInputOf(tool), given ?? {});
    if (!validated.ok) return validated;
    const { world = 'default', ...args } = validated.value;
    const operation = toolOperation(tool);
    const { path, query } = addressOf(operation, args);
    const name = String(world);
    const base = `${origin}${addressOfWorld(name)}${DOCUMENT_BASES[tool.document]}`;
    const isJson = typeof operation.success.content[0] !== 'string';
    const address = { method: operation.method.toUpperCase(), url: `${base}${path}${query}`, isJson };
    const send = (token: string) => ask(client, address, token, bodyOf(operation, args));
    if (tool.document === 'control') return send(adminToken);
    const result = await send(keys.get(name) ?? (await keyOf(name)));
    // A world that was ended and created again has another key.
    return !result.ok && result.isUnauthorized ? send(await keyOf(name)) : result;
  };
  return {
    async call(tool, given) {
      const result = await call(tool, given);
      const secrets = [adminToken, ...keys.values()];
      return result.ok && withholdsKeys ? { ok: true, body: withoutKeys(result.body, secrets) } : result;
    },
    close: () => client.close(),
  };
}

type Validated =
  | { readonly ok: true; readonly value: Record<string, unknown> }
  | { readonly ok: false; readonly problem: string };

/**
 * The server validates bodies itself; only names and required members are checked here, so that each issue has a place.
 */
function validateInput(schema: z.ZodObject, given: unknown): Validated {
  const read = schema.safeParse(given, { reportInput: true });
  if (read.success) return { ok: true, value: given as Record<string, unknown> };
  const faults = read.error.issues
    .flatMap((issue) => issuePlaces(issue))
    .map(({ path, issue }) => `${pointerTo(path) || 'the arguments'} ${issue}`);
  return { ok: false, problem: `The arguments are invalid: ${faults.join('; ')}.` };
}

function addressOf(operation: ReturnType<typeof toolOperation>, args: Record<string, unknown>) {
  const inPath = pathParameters(operation);
  const path = filledPath(operation, args);
  const pairs = Object.entries(args).flatMap(([name, value]) =>
    name === 'body' || inPath.includes(name) || value === undefined ? [] : [[name, String(value)]],
  );
  return { path, query: pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}` };
}

function bodyOf({ body }: ReturnType<typeof toolOperation>, args: Record<string, unknown>): unknown {
  return body === undefined ? undefined : (args.body ?? {});
}

interface Address {
  readonly method: string;
  readonly url: string;
  /** Whether Ballast responds with JSON. */
  readonly isJson: boolean;
}

async function ask(
  client: JsonClient,
  { method, url, isJson }: Address,
  token: string,
  body: unknown,
): Promise<ToolResult> {
  try {
    const response = await client.send(method, url, { authorization: `Bearer ${token}` }, body);
    const isForeign = response.status < 200 || (response.status < 400 && response.status >= 300);
    if (isForeign || (response.status < 300 && isJson && !isObject(response.body)))
      return { ok: false, problem: noControlPlane(new URL(url).origin) };
    if (response.status < 300) return { ok: true, body: response.body };
    const problem = `${method} ${new URL(url).pathname}: ${problemOf(response.status, response.body)}`;
    return { ok: false, problem, isUnauthorized: response.status === 401 };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, problem: `${method} ${url} got no response: ${reason || 'nothing listens there'}` };
  }
}

function isObject(body: unknown): boolean {
  return typeof body === 'object' && body !== null;
}

/** With every detail, so that an agent can correct all of it at once. */
function problemOf(status: number, body: unknown): string {
  const read = errorBody.safeParse(body);
  if (!read.success) return `${status} ${typeof body === 'string' ? body.slice(0, 500) : JSON.stringify(body)}`;
  const { code, message, details } = read.data.error;
  return [`${status} ${code}: ${message}`, ...details.map(({ path, issue }) => `- ${path}: ${issue}`)].join('\n');
}

/** Redacts keys that the session returned, in every other place, too. */
function withoutKeys(body: unknown, keys: Iterable<string>): unknown {
  const all = [...keys].filter((key) => key !== '');
  const withheld = (value: unknown, name: string): unknown => {
    if (typeof value === 'string') {
      if (isCredentialName(name)) return REDACTED;
      return all.reduce((text, key) => text.replaceAll(key, REDACTED), value);
    }
    if (Array.isArray(value)) return value.map((each) => withheld(each, name));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([each, inside]) => [each, withheld(inside, each)]));
  };
  return withheld(body, '');
}
