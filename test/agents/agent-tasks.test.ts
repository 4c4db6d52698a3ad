/**
 * Tests agents (decision R4): the SDK's own client lists the tools and does the ten tasks by a transcript; `ballast
 * verify-task` reports each as not done before and done after; a read-only server refuses every write.
 */
import { readFileSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ProgressNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { eventList } from '../../src-server/contract/control/world/records.ts';
import { fingerprint } from '../../src-server/contract/control/world/session.ts';
import { agentTasks, readAgentTask, verifyTask } from '../../src-server/runner/agents/agent-tasks.ts';
import { AGENT_TOOLS } from '../../src-server/runner/agents/agent-tools.ts';
import { valueAt } from '../../src-server/scenario/references/json-pointer.ts';
import { expressionNames } from '../../src-server/scenario/steps/step-run.ts';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { proves } from '../conformance/proves.ts';
import { builtBallast } from '../support/built-ballast.ts';
import { callBallast } from '../support/call-ballast.ts';
import { startBallast, stopAll, type TestServer } from '../support/start-ballast.ts';
import { type ToolCall, TRANSCRIPTS } from './transcripts.ts';

let server: TestServer;
let origin: string;
const clients: Client[] = [];
beforeAll(async () => {
  server = await startBallast();
  origin = new URL(server.ballast.baseUrl).origin;
});
afterAll(async () => {
  for (const client of clients) await client.close();
  await stopAll();
});

const atServer = () => ['--url', origin, '--admin-token', server.ballast.adminToken];

async function connect(...flags: string[]): Promise<Client> {
  const client = new Client({ name: 'ballast-tests', version: '1' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [builtBallast(), 'mcp', ...flags],
    stderr: 'pipe',
  });
  await client.connect(transport);
  clients.push(client);
  return client;
}

const toolResponse = z.object({
  content: z.array(z.object({ type: z.literal('text'), text: z.string() })).min(1),
  isError: z.boolean().optional(),
  structuredContent: z.unknown().optional(),
});

async function call(client: Client, name: string, given: Record<string, unknown> = {}) {
  const response = toolResponse.parse(await client.callTool({ name, arguments: given }));
  return {
    isError: response.isError === true,
    text: response.content[0]?.text ?? '',
    body: response.structuredContent,
  };
}

async function follow(client: Client, transcript: readonly ToolCall[], world: string): Promise<void> {
  const saved = new Map<string, unknown>();
  const { fill } = expressionNames(saved, () => '');
  for (const { tool, arguments: given = {}, save = {}, fails } of transcript) {
    const { isError, text, body: response } = await call(client, tool, { world, ...fill(given) });
    expect([tool, isError, isError ? text : ''], text).toEqual([
      tool,
      fails !== undefined,
      isError ? expect.stringMatching(fails ?? /^$/) : '',
    ]);
    for (const [name, pointer] of Object.entries(save)) saved.set(name, valueAt(response, pointer));
  }
}

async function verify(task: string, prepare = false) {
  const lines: string[] = [];
  const target = { url: origin, adminToken: server.ballast.adminToken };
  const code = await verifyTask({ task, server: target, world: null, prepare, write: (line) => void lines.push(line) });
  return { code, lines };
}

describe('an agent that may write', () => {
  let client: Client;
  beforeAll(async () => {
    client = await connect('--allow-writes', ...atServer());
    // From here on, the SDK's client validates every result against the schema of its tool.
    await client.listTools();
  });

  test('finds every tool with a schema, an example and its purpose', proves('R4.2'), async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['describe_tool', ...AGENT_TOOLS.map(({ name }) => name)]);
    const names = new Set(tools.map(({ name }) => name));
    expect(names.size).toBe(tools.length);
    for (const { name, title, description, inputSchema, outputSchema, annotations } of tools) {
      const types = [inputSchema.type, outputSchema?.type];
      expect([name, title, types]).toEqual([name, expect.any(String), ['object', 'object']]);
      expect(description, name).toMatch(/\nExample: \{/);
      expect(annotations?.readOnlyHint, name).toBeTypeOf('boolean');
    }
    // It is in the context of a model all the time.
    expect(JSON.stringify(tools).length).toBeLessThan(140_000);
    const { body: response } = await call(client, 'describe_tool', { name: 'set_fault' });
    expect(JSON.stringify(response)).toContain('api_connection_reset');
    const { body: described } = await call(client, 'describe_tool', { name: 'show_portfolio' });
    expect(described).toMatchObject({ outputSchema: { type: 'object', properties: { total_value: {} } } });
  });

  test('has ten tasks, each with a transcript', proves('R4.6'), () => {
    expect(agentTasks()).toHaveLength(10);
    expect(agentTasks()).toEqual(Object.keys(TRANSCRIPTS).sort());
  });

  test.each(Object.keys(TRANSCRIPTS))('does %s, which is not done before', proves('R4.6'), async (task) => {
    expect((await verify(task, true)).code).toBe(0);
    const before = await verify(task);
    expect([before.code, before.lines.at(-1)]).toEqual([1, expect.stringMatching(/not done, \d+ of \d+ failed/)]);
    await follow(client, TRANSCRIPTS[task] ?? [], task);
    expect(await verify(task)).toEqual({ code: 0, lines: [`${task}: done`] });
  });

  test('continues where a world was ended and created again', proves('R4.2'), async () => {
    for (const seed of [1, 2]) {
      await call(client, 'create_world', { body: { name: 'again', seed } });
      expect((await call(client, 'prices', { isin: 'DE0007164600', world: 'again' })).isError).toBe(false);
      await call(client, 'end_world', { name: 'again' });
    }
  });

  test('receives the reason of an error, and the argument that caused it', proves('R4.2'), async () => {
    const problems = [
      [
        'show_portfolio',
        { ids: 'x' },
        'The arguments are invalid: /id is missing; /ids is not a known field (did you mean id?).',
      ],
      ['show_portfolio', { id: 'pf_none' }, /404 not_found: /],
      ['plan', { body: { portfolio_id: 5 } }, /\/body\/portfolio_id must be a text/],
      ['clock', { world: 'nobody' }, /There is no world nobody on this server/],
      ['clock', { world: 'No Name' }, /\/world is not a name of 1 to 40 lower-case letters/],
      ['dance', {}, /There is no tool dance/],
    ] as const;
    for (const [tool, given, problem] of problems) {
      const { isError, text } = await call(client, tool, given);
      expect([tool, isError]).toEqual([tool, true]);
      expect(text).toMatch(problem);
    }
  });
});

describe('resources', () => {
  test('include worlds, their events, documents and OpenAPI documents', proves('R4.3'), async () => {
    const client = await connect(...atServer());
    const { resources } = await client.listResources();
    const uris = resources.map(({ uri }) => uri);
    const some = ['worlds/default', 'worlds/default/events', 'documents/testing.md', 'documents/openapi-control.json'];
    expect(uris).toEqual(expect.arrayContaining(some.map((path) => `ballast://${path}`)));
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain('ballast://worlds/{world}/events');
    for (const uri of uris) {
      const { contents } = await client.readResource({ uri });
      const [{ text = '' } = {}] = contents as readonly { text?: string }[];
      expect(text.length, uri).toBeGreaterThan(50);
      expect(text, uri).not.toContain(server.ballast.apiKey);
      if (uri.endsWith('.md')) expect(text, uri).toMatch(/^(?:---|#|<)/);
      else expect(JSON.parse(text), uri).toBeTypeOf('object');
    }
  });

  test('list the newest events first', proves('R4.3'), async () => {
    const client = await connect(...atServer());
    const addFault = () => server.sim.post('/faults', { kind: 'exchange_down', exchange: 'XETR' });
    for (let count = 0; count < 201; count += 1) expect((await addFault()).status).toBe(201);
    const { contents } = await client.readResource({ uri: 'ballast://worlds/default/events' });
    const [{ text = '' } = {}] = contents as readonly { text?: string }[];
    const { events } = eventList.pick({ events: true }).parse(JSON.parse(text));
    const { events: count } = (await server.sim.get('/fingerprint')).as(fingerprint);
    expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 200 }, (_, index) => count - index));
  });

  test.each([
    'ballast://documents/../package.json',
    'ballast://worlds/..',
    'ballast://worlds/nobody',
    'file:///etc/passwd',
  ])('that do not exist are refused: %s', proves('R4.3'), async (uri) => {
    const client = await connect(...atServer());
    await expect(client.readResource({ uri })).rejects.toThrow(/There is no (?:resource|world)/);
  });
});

/** The SDK's own listener misses whatever comes in one chunk with the response. */
const LISTENING = { _meta: { progressToken: 'run' } };

function progressOf(client: Client): { readonly progress: number; readonly total?: number | undefined }[] {
  const seen: { progress: number; total?: number | undefined }[] = [];
  client.setNotificationHandler(ProgressNotificationSchema, ({ params }) => void seen.push(params));
  return seen;
}

describe('a long run', () => {
  test('is reported as it progresses to an agent that listens, and only to that', {
    ...proves('R4.4'),
    tags: ['deep'],
  }, async () => {
    const client = await connect('--allow-writes', ...atServer());
    await client.listTools();
    const seen = progressOf(client);
    const { body: files } = await call(client, 'list_scenarios');
    const file = valueAt(files, '/scenarios/0/file');
    const body = { file };
    const response = await client.callTool({ name: 'run_scenario', arguments: { body }, ...LISTENING });
    expect(response.isError).not.toBe(true);
    expect(valueAt(response.structuredContent, '/status')).toBe('passed');
    const { progress = 0, total } = seen.at(-1) ?? {};
    expect(progress).toBeGreaterThan(0);
    expect(progress).toBe(total);
    const { body: alone } = await call(client, 'run_scenario', { body });
    expect(['queued', 'running', 'passed']).toContain(valueAt(alone, '/status'));
  });

  test('of the lab reports how many simulations have ended', proves('R4.4'), async () => {
    const client = await connect('--allow-writes', ...atServer());
    const entry = {
      form: 'B',
      request: {
        external_id: 'own',
        currency: 'EUR',
        tax_wrapper: 'Depot',
        cash: 10_000,
        targets: [{ isin: 'DE0007164600', weight: 1 }],
      },
    };
    const body = {
      portfolios: [entry],
      to: '2026-06-02T00:00:00Z',
      paths: { seeds: '1..3' },
      policies: [{ name: 'Hold' }, { name: 'Monthly', when: [{ calendar: { every: 'month' } }] }],
    };
    const seen = progressOf(client);
    const response = await client.callTool({ name: 'start_lab_run', arguments: { body }, ...LISTENING });
    expect(
      [response.isError, valueAt(response.structuredContent, '/status')],
      JSON.stringify(response.content),
    ).toEqual([undefined, 'complete']);
    expect(seen.at(-1)).toMatchObject({ progress: 6, total: 6 });
    const id = valueAt(response.structuredContent, '/lab_run_id');
    expect((await call(client, 'lab_run', { id })).body).toMatchObject({ done: 6, results: [{ portfolio: 'own' }] });
  });
});

describe('an agent that only reads', () => {
  test('is refused every write, and the world does not change', { ...proves('R4.5'), tags: ['deep'] }, async () => {
    const client = await connect(...atServer());
    await client.listTools();
    const print = async () => (await server.sim.get('/fingerprint')).as(fingerprint);
    const before = await print();
    for (const { name } of AGENT_TOOLS.filter(({ kind }) => kind === 'write')) {
      const { isError, text } = await call(client, name, {});
      expect([name, isError]).toEqual([name, true]);
      expect(text).toContain('start it with ballast mcp --allow-writes');
    }
    for (const { name } of AGENT_TOOLS.filter(({ kind }) => kind === 'read')) {
      const { text } = await call(client, name, {});
      expect(text, name).not.toContain('--allow-writes');
    }
    expect(await print()).toEqual(before);
  });
});

describe('ballast mcp', () => {
  test('starts a server of its own, whose world has the demo', proves('R4.1'), async () => {
    const client = await connect('--demo', '--seed', '42');
    const { body: response } = await call(client, 'list_portfolios');
    expect(response).toMatchObject({
      portfolios: expect.arrayContaining([expect.objectContaining({ label: 'EU-Balanced-001' })]),
    });
    expect((await call(client, 'session')).body).toMatchObject({ seed: 42 });
  });

  test('reports errors in its flags, and that no server is there', proves('R4.1'), async () => {
    const bad = await callBallast(['mcp', '--url', origin, '--seed', '5']);
    expect(bad.exitCode).toBe(64);
    expect(bad.stderr).toContain('--seed applies only to a server of its own, but --url names another server');
    expect(bad.stderr).toContain('mcp --url needs --admin-token');
    const client = await connect('--url', 'http://127.0.0.1:9', '--admin-token', 'x');
    const { isError, text } = await call(client, 'session');
    expect([isError, text]).toEqual([true, expect.stringMatching(/got no response: .*ECONNREFUSED|bad port/)]);
    const stranger = await connect('--url', origin, '--admin-token', 'wrong');
    expect((await call(stranger, 'session')).text).toMatch(/401 unauthorized/);
  });
});

describe('ballast verify-task', () => {
  const run = async (...commandArgs: string[]) => {
    const { exitCode, ...output } = await callBallast(['verify-task', ...commandArgs]);
    return { code: exitCode, ...output };
  };

  test('creates the world of a task, prints the task, and reports what is missing', proves('R4.6'), async () => {
    const world = ['--world-name', 'by-hand', ...atServer()];
    const prepared = await run('split-a-share', '--prepare', ...world);
    expect([prepared.code, prepared.stdout]).toEqual([
      0,
      expect.stringContaining('Split the share DE0007164600 three for one'),
    ]);
    const verified = await run('split-a-share', ...world);
    expect([verified.code, verified.stdout.trim().split('\n').at(-1)]).toEqual([
      1,
      'split-a-share: not done, 2 of 3 failed',
    ]);
    expect(verified.stdout).toContain('the split was applied: /corporate_actions: ');
    const unknown = await run('make-coffee', ...atServer());
    expect([unknown.code, unknown.stderr]).toEqual([
      64,
      expect.stringContaining("there is no task 'make-coffee'; tasks are: build-a-portfolio, "),
    ]);
    expect((await run(...atServer())).stderr).toContain('verify-task needs the name of a task');
  });
});

test('the page of tasks describes each as its file does', proves('R4.6'), () => {
  const page = readFileSync(`${packageRoot()}/docs/agent-tasks.md`, 'utf8')
    .replaceAll(/^> ?/gm, '')
    .replaceAll(/\s+/g, ' ');
  for (const name of agentTasks()) {
    const { title, task, checks } = readAgentTask(name);
    expect(page).toContain(`## ${title} \`${name}\``);
    expect(page).toContain(task.replaceAll(/\s+/g, ' ').trim());
    for (const check of checks) expect(page).toContain(check.title);
  }
});
