/** Speaks the Model Context Protocol over stdio (decision R4): stdout is the protocol's alone. */
import type { Readable, Writable } from 'node:stream';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { packageVersion } from '../../system/package-root.ts';
import type { ControlServer } from '../control-client.ts';
import { AGENT_TOOLS } from './agent-tools.ts';
import { createToolCaller, type ToolCaller } from './call-tool.ts';
import { DESCRIBE_TOOL, describeTool, wholeSchema } from './describe-tool.ts';
import { exampleArguments } from './tool-schema.ts';

export interface AgentOptions {
  readonly server: ControlServer;
  readonly allowWrites: boolean;
  readonly input: Readable;
  readonly output: Writable;
  /** Somebody wants it to end. */
  readonly stop: Promise<void>;
}

const INSTRUCTIONS =
  'Ballast simulates a European portfolio rebalancing service. Each world has its own virtual clock: nothing happens ' +
  'until it is advanced (advance_clock), unless its mode says otherwise. Begin with `session` and `list_portfolios`; look up ISINs with ' +
  '`list_instruments`. Amounts are in the base currency of a portfolio, weights and drift are shares of 1.';

/** Resolves once the client has gone, or `stop` resolves. */
export async function serveAgent({ server: target, allowWrites, input, output, stop }: AgentOptions): Promise<0> {
  const server = new Server(
    { name: 'ballast', version: packageVersion() },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  const caller = createToolCaller(target, !allowWrites);
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [DESCRIBE_TOOL, ...AGENT_TOOLS.map(describeTool)],
  }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) =>
    runTool(caller, allowWrites, params.name, params.arguments),
  );
  const gone = new Promise<void>((resolve) => {
    server.onclose = resolve;
    input.once('end', resolve);
  });
  await server.connect(new StdioServerTransport(input, output));
  await Promise.race([gone, stop]);
  await server.close();
  caller.close();
  return 0;
}

type ToolArguments = Readonly<Record<string, unknown>> | undefined;

async function runTool(caller: ToolCaller, allowWrites: boolean, name: string, given: ToolArguments) {
  if (name === DESCRIBE_TOOL.name) return described(String(given?.name));
  const tool = AGENT_TOOLS.find((each) => each.name === name);
  if (tool === undefined) return failed(`There is no tool ${name}; the list of tools has those that there are.`);
  if (tool.kind === 'write' && !allowWrites)
    return failed(`${name} changes a world, and this server only reads: start it with ballast mcp --allow-writes.`);
  const result = await caller.call(tool, given);
  return result.ok ? told(result.answer) : failed(result.problem);
}

/** All of a schema that is left out of the list, because it is long. */
function described(name: string) {
  const tool = AGENT_TOOLS.find((each) => each.name === name);
  if (tool === undefined) return failed(`There is no tool ${name} to be described.`);
  return told({ name, inputSchema: wholeSchema(tool), example: exampleArguments(tool) });
}

function told(answer: unknown) {
  const isObject = typeof answer === 'object' && answer !== null;
  return {
    content: [{ type: 'text' as const, text: isObject ? JSON.stringify(answer) : String(answer) }],
    ...(isObject && !Array.isArray(answer) ? { structuredContent: answer as Record<string, unknown> } : {}),
  };
}

function failed(problem: string) {
  return { content: [{ type: 'text' as const, text: problem }], isError: true };
}
