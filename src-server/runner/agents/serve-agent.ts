/** Speaks the Model Context Protocol over stdio (decision R4); only the protocol writes to stdout. */
import type { Readable, Writable } from 'node:stream';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CallToolRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  type Progress,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { packageVersion } from '../../system/package-root.ts';
import type { ControlServer } from '../control-client.ts';
import { listResources, RESOURCE_TEMPLATES, readResource } from './agent-resources.ts';
import { AGENT_TOOLS } from './agent-tools.ts';
import { createToolCaller, type ToolCaller } from './call-tool.ts';
import { DESCRIBE_TOOL, describeTool, wholeSchema } from './describe-tool.ts';
import { followRun, isLongRun } from './follow-run.ts';
import { wholeOutput } from './tool-output.ts';
import { exampleArguments } from './tool-schema.ts';

export interface AgentOptions {
  readonly server: ControlServer;
  readonly allowWrites: boolean;
  readonly input: Readable;
  readonly output: Writable;
  /** Resolves when the command should end. */
  readonly stop: Promise<void>;
}

const INSTRUCTIONS =
  'Ballast simulates a European portfolio rebalancing service. Each world has its own virtual clock. In manual ' +
  'mode, nothing happens until you advance it (advance_clock). Begin with `session` and `list_portfolios`; look up ISINs with ' +
  '`list_instruments`. Amounts are in the base currency of a portfolio, weights and drift are fractions (0.4 is 40 %).';

/** Resolves once the client has disconnected, or `stop` resolves. */
export async function serveAgent({ server: target, allowWrites, input, output, stop }: AgentOptions): Promise<0> {
  const server = new Server(
    { name: 'ballast', version: packageVersion() },
    { capabilities: { tools: {}, resources: {} }, instructions: INSTRUCTIONS },
  );
  const caller = createToolCaller(target, !allowWrites);
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [DESCRIBE_TOOL, ...AGENT_TOOLS.map((tool) => describeTool(tool, !allowWrites))],
  }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }, { signal, sendNotification }) => {
    const token = params._meta?.progressToken;
    const report = async (progress: Progress) => {
      if (token === undefined) return;
      await sendNotification({ method: 'notifications/progress', params: { progressToken: token, ...progress } });
    };
    const listener = token === undefined ? null : { report, signal };
    return runTool({ caller, allowWrites, listener }, params.name, params.arguments);
  });
  server.setRequestHandler(ListResourcesRequestSchema, async () => ({ resources: await listResources(caller) }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: [...RESOURCE_TEMPLATES] }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }) => ({
    contents: [{ uri, ...(await readResource(caller, target.url, uri)) }],
  }));
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

type ToolBody = Record<string, unknown>;
type ToolArguments = Readonly<Record<string, unknown>> | undefined;

interface Conversation {
  readonly caller: ToolCaller;
  readonly allowWrites: boolean;
  /** `null`: the client did not ask for progress. */
  readonly listener: { readonly report: (progress: Progress) => Promise<void>; readonly signal: AbortSignal } | null;
}

async function runTool({ caller, allowWrites, listener }: Conversation, name: string, given: ToolArguments) {
  if (name === DESCRIBE_TOOL.name) return described(String(given?.name), !allowWrites);
  const tool = AGENT_TOOLS.find((each) => each.name === name);
  if (tool === undefined) return failed(`There is no tool ${name}; see the list of tools.`);
  if (tool.kind === 'write' && !allowWrites)
    return failed(`${name} changes a world, but this server is read-only; start it with ballast mcp --allow-writes.`);
  const result = await caller.call(tool, given);
  if (!result.ok) return failed(result.problem);
  const body = result.body as ToolBody;
  if (listener === null || !isLongRun(name)) return toolResult(body);
  const run = { tool: name, started: body, world: given?.world };
  const followed = await followRun(caller, run, listener.report, listener.signal);
  return followed.ok ? toolResult(followed.body as ToolBody) : failed(followed.problem);
}

/** The complete schema of a tool, which the list leaves out if it is long. */
function described(name: string, withholdsKeys: boolean) {
  const tool = AGENT_TOOLS.find((each) => each.name === name);
  if (tool === undefined) return failed(`There is no tool ${name} to describe.`);
  const [inputSchema, outputSchema] = [wholeSchema(tool), wholeOutput(tool, withholdsKeys)];
  return toolResult({ name, inputSchema, outputSchema, example: exampleArguments(tool) });
}

/** As structured content, and as text for clients that do not support it. */
function toolResult(body: ToolBody) {
  return { content: [{ type: 'text' as const, text: JSON.stringify(body) }], structuredContent: body };
}

function failed(problem: string) {
  return { content: [{ type: 'text' as const, text: problem }], isError: true };
}
