/**
 * Whatever an agent passes as an identifier, a tool calls its own operation or none; keys are visible to writers only.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createdKey } from '../../src-server/contract/control/accounts/accounts.ts';
import { AGENT_TOOLS, type AgentTool } from '../../src-server/runner/agents/agent-tools.ts';
import { createToolCaller } from '../../src-server/runner/agents/call-tool.ts';
import { pathParameters } from '../../src-server/runner/agents/path-arguments.ts';
import { exampleArguments, toolOperation } from '../../src-server/runner/agents/tool-schema.ts';
import { proves } from '../conformance/proves.ts';
import { fc } from '../support/draws.ts';
import { startBallast, stopAll } from '../support/start-ballast.ts';

/** Requests to a server that responds to everything, as they came over the wire. */
const requests: string[] = [];
const responder = createServer((request, response) => {
  request.resume();
  if (request.url?.endsWith('/sim/session') !== true || request.method !== 'GET') requests.push(String(request.url));
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"api_key":"sk_the-key-of-the-run"}');
});
let url = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => void responder.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(responder.address() as AddressInfo).port}`;
});
beforeEach(() => void requests.splice(0));
afterAll(async () => {
  responder.closeAllConnections();
  responder.close();
  await stopAll();
});

const WITH_PATH = AGENT_TOOLS.filter((tool) => pathParameters(toolOperation(tool)).length > 0);
const HOSTILE = [
  ...['', '.', '..', '%2e', '%2e%2e', '.%2E', '%252e%252e', 'a/b', '../session', '/', '//', '..\\..', '..%2f..'],
  ...['pf_1/../../session', 'x?y=1', 'x#y', '..;', '\u0000', '\n', ' ', '..\t', 'pf_é', '\u202e', 'a%2fb.yaml/..'],
  ...['../../worlds', './own/mine.yaml', 'own//mine.yaml', '..%00', 'x'.repeat(5000)],
];
const caller = () => createToolCaller({ url, adminToken: 'admin' }, true);

/** The arguments in the documents, which are valid, except for those of the path. */
function argumentsOf(tool: AgentTool, id: unknown): Record<string, unknown> {
  const given = { ...exampleArguments(tool) };
  for (const name of pathParameters(toolOperation(tool))) given[name] = id;
  return given;
}

describe('an invalid identifier', () => {
  test.each(WITH_PATH.map((tool) => [tool.name, tool] as const))(
    '%s sends no request',
    { ...proves('R4.5') },
    async (_name, tool) => {
      const tools = caller();
      for (const id of [...HOSTILE, 7, null, {}, ['..']]) {
        const result = await tools.call(tool, argumentsOf(tool, id));
        expect([id, result.ok, requests]).toEqual([id, false, []]);
        expect(result.ok ? '' : result.problem).toMatch(/^The arguments are invalid: /);
      }
      tools.close();
    },
  );

  test('leads no tool to another operation, whatever it is', proves('R4.5'), async () => {
    const tools = caller();
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...'./\\%2eaE_~-pf?#') }));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...WITH_PATH), text, async (tool, id) => {
        requests.splice(0);
        await tools.call(tool, argumentsOf(tool, id));
        const steps = toolOperation(tool).path.split('/');
        for (const each of requests) {
          const own = (each.split('?')[0] ?? '').split('/').slice(-steps.length + 1);
          expect(own.map((step, index) => (steps[index + 1]?.startsWith('{') ? '{}' : step))).toEqual(
            steps.slice(1).map((step) => (step.startsWith('{') ? '{}' : step)),
          );
        }
      }),
      { numRuns: 150 },
    );
    tools.close();
  });

  test('does not break the examples of the documents', proves('R4.2', 'R4.5'), async () => {
    const tools = caller();
    for (const tool of WITH_PATH) {
      requests.splice(0);
      const { limit: _asText, ...shown } = exampleArguments(tool) ?? {};
      const result = await tools.call(tool, shown);
      expect([tool.name, result.ok ? '' : result.problem, requests.length]).toEqual([tool.name, '', 1]);
    }
    tools.close();
  });
});

describe('keys and secrets', () => {
  test('are in no result for a read-only agent, but in those for one that may write', {
    ...proves('R4.5'),
    tags: ['deep'],
  }, async () => {
    const server = await startBallast();
    const { adminToken, apiKey, baseUrl } = server.ballast;
    const target = { url: new URL(baseUrl).origin, adminToken };
    const { secret: own } = (await server.sim.post('/keys', { name: 'own' })).as(createdKey);
    const webhook = `whsec_${Buffer.from('the-signing-secret-of-a-webhook-').toString('base64')}`;
    expect((await server.sim.post('/webhooks', { url: '/sim/sink/one', secret: webhook })).status).toBe(201);
    await server.b.get(`/prices/x?api_key=${apiKey}`);
    const reads = AGENT_TOOLS.filter(({ kind }) => kind === 'read');
    const responsesOf = async (withholds: boolean) => {
      const tools = createToolCaller(target, withholds);
      await tools.call(toolNamed('prices'), { isin: 'DE0007164600' });
      const responses: string[] = [];
      for (const tool of reads) {
        const result = await tools.call(
          tool,
          pathParameters(toolOperation(tool)).length > 0 ? exampleArguments(tool) : {},
        );
        responses.push(result.ok ? JSON.stringify(result.body) : result.problem);
      }
      tools.close();
      return responses.join('\n');
    };
    const responseTexts = await responsesOf(true);
    for (const secret of [apiKey, adminToken, own, webhook]) expect(responseTexts).not.toContain(secret);
    expect(responseTexts).toContain('"api_key":"[redacted]"');
    expect(await responsesOf(false)).toContain(apiKey);
  });
});

function toolNamed(name: string): AgentTool {
  const tool = AGENT_TOOLS.find((each) => each.name === name);
  if (tool === undefined) throw new Error(`there is no tool ${name}`);
  return tool;
}
