/**
 * Starts a real server for a test, on a free port and with a manual clock, and sends it requests over HTTP as a client
 * would. `stopAll`, to be passed to `afterEach` or `afterAll`, ends what it started. Does not use the server's
 * internals.
 */

import { rmSync } from 'node:fs';
import type { z } from 'zod';
import { type BallastOptions, type BallastServer, createBallast } from '../../src-server/app.ts';
import { clock } from '../../src-server/contract/control/world/clock.ts';
import { fingerprint } from '../../src-server/contract/control/world/session.ts';
import { type CreatedWorld, createdWorld } from '../../src-server/contract/control/worlds/worlds.ts';
import { type ErrorBody, errorBody } from '../../src-server/contract/service/errors.ts';
import { applyOptions } from './ballast-defaults.ts';
import { testFolder } from './test-folders.ts';
import { untilOver } from './until-over.ts';

/** A response, whose body is only read through a schema of the contract. */
export interface TestResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The body as `schema` has it; throws if it has another shape. */
  as<S extends z.ZodType>(schema: S): z.output<S>;
  /** The error of the body; throws if it is not one. */
  error(): ErrorBody['error'];
}

/** One of the server's bases, with its key. */
export interface Caller {
  get(path: string): Promise<TestResponse>;
  post(path: string, body?: unknown): Promise<TestResponse>;
  patch(path: string, body?: unknown): Promise<TestResponse>;
  delete(path: string): Promise<TestResponse>;
  /** Sends any request; headers replace the default ones. */
  send(
    method: string,
    path: string,
    init?: { headers?: Record<string, string>; body?: BodyInit },
  ): Promise<TestResponse>;
}

export interface TestServer {
  readonly ballast: BallastServer;
  readonly a: Caller;
  readonly b: Caller;
  readonly both: Caller;
  readonly sim: Caller;
  /** Advances the clock and resolves when it has arrived. */
  advance(by: string): Promise<void>;
  /** Resolves when no advance is under way. */
  ready(): Promise<void>;
  /** The head of the event log's hash chain: unchanged exactly when nothing happened. */
  head(): Promise<string>;
  stop(): Promise<void>;
}

const running = new Set<TestServer>();
const folders = new Set<string>();

/** A world of a server, with the callers of its own addresses. */
export interface TestWorld extends Omit<TestServer, 'ballast' | 'stop'> {
  readonly made: CreatedWorld;
}

/** Starts a server that differs by `options` from a fresh one in memory, with a manual clock and no rate limit. */
export async function startBallast(options: Partial<BallastOptions> = {}): Promise<TestServer> {
  const ballast = await createBallast(applyOptions(options));
  const server: TestServer = {
    ballast,
    ...callersOf({ formA: ballast.formAUrl, formB: ballast.formBUrl, both: ballast.baseUrl, ...ballast }),
    async stop() {
      running.delete(server);
      await ballast.stop();
    },
  };
  running.add(server);
  return server;
}

/** Creates a world on a server, with a manual clock and no rate limit unless `request` says otherwise. */
export async function makeWorldOn(server: TestServer, request: Record<string, unknown> = {}): Promise<TestWorld> {
  const isCopy = 'fork_of' in request || 'snapshot' in request;
  const usual = isCopy ? {} : { clock_mode: 'manual', rate_limit: 'off' };
  const response = await server.sim.post('/worlds', { ...usual, ...request });
  if (response.status !== 201) throw new Error(`a world ${JSON.stringify(request)}: ${response.text}`);
  return worldOf(response.as(createdWorld));
}

export function worldOf(made: CreatedWorld): TestWorld {
  const { form_a_url: formA, form_b_url: formB, base_url: both, control_url: controlUrl } = made;
  const { api_key: apiKey, admin_token: adminToken } = made;
  return { made, ...callersOf({ formA, formB, both, controlUrl, apiKey, adminToken }) };
}

interface Addresses extends Pick<BallastServer, 'controlUrl' | 'apiKey' | 'adminToken'> {
  readonly formA: string;
  readonly formB: string;
  readonly both: string;
}

function callersOf({ formA, formB, both, controlUrl, apiKey, adminToken }: Addresses) {
  const sim = callerOf(controlUrl, adminToken);
  const ready = async () => {
    await untilOver(
      async () => (await sim.get('/clock')).as(clock),
      ({ status }) => status === 'ready',
    );
  };
  return {
    a: callerOf(formA, apiKey),
    b: callerOf(formB, apiKey),
    both: callerOf(both, apiKey),
    sim,
    ready,
    async advance(by: string) {
      // One request, however long it takes: responses that name requests by number remain the same.
      const { status, text } = await sim.post('/clock/advance', { by, wait: true, wait_ms: 600_000 });
      if (status !== 200) throw new Error(`advance by ${by}: ${text}`);
    },
    head: async () => (await sim.get('/fingerprint')).as(fingerprint).head,
  };
}

/** A new folder that `stopAll` removes. */
export function newFolder(): string {
  const folder = testFolder('test');
  folders.add(folder);
  return folder;
}

/** Stops every server that runs and removes every folder. */
export async function stopAll(): Promise<void> {
  for (const server of running) await server.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  folders.clear();
}

/** Sends requests to a base with its own key or token. */
export function callerOf(base: string, token: string): Caller {
  const send: Caller['send'] = async (method, path, { headers, body } = {}) => {
    const authorization = `Bearer ${token}`;
    const request = { method, headers: { authorization, ...headers }, redirect: 'manual' as const };
    const response = await fetch(`${base}${path}`, body === undefined ? request : { ...request, body });
    return testResponseOf(response, new Uint8Array(await response.arrayBuffer()));
  };
  return {
    send,
    get: (path) => send('GET', path),
    post: (path, body) => send('POST', path, json(body)),
    patch: (path, body) => send('PATCH', path, json(body)),
    delete: (path) => send('DELETE', path),
  };
}

function json(body: unknown) {
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

function testResponseOf({ status, headers }: Response, bytes: Uint8Array<ArrayBuffer>): TestResponse {
  const text = new TextDecoder().decode(bytes);
  return {
    status,
    headers,
    text,
    bytes,
    as: (schema) => schema.parse(JSON.parse(text)),
    error: () => errorBody.parse(JSON.parse(text)).error,
  };
}
