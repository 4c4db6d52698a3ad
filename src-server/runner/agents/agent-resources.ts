/**
 * The resources that an agent can read in addition to calling tools (decision R4): the worlds of the server, the events
 * of each, the documents of Ballast and its OpenAPI documents. Keys and secrets are left out as in tools.
 */
import { basename, join } from 'node:path';
import { ErrorCode, McpError, type Resource, type ResourceTemplate } from '@modelcontextprotocol/sdk/types.js';
import type { EventList } from '../../contract/control/world/records.ts';
import type { Fingerprint } from '../../contract/control/world/session.ts';
import { type WorldList, worldName } from '../../contract/control/worlds/worlds.ts';
import { DOCUMENT_NAMES, type DocumentName } from '../../contract/openapi/bases.ts';
import { buildDocument } from '../../contract/openapi/build-document.ts';
import { listFiles, readBytes } from '../../system/files/durable-files.ts';
import { packageRoot, packageVersion } from '../../system/package-root.ts';
import { AGENT_TOOLS } from './agent-tools.ts';
import type { ToolCaller } from './call-tool.ts';

/** Number of newest events of a world; tools page through all of them. */
const MAX_EVENTS = 200;

export const RESOURCE_TEMPLATES: readonly ResourceTemplate[] = [
  {
    uriTemplate: 'ballast://worlds/{world}',
    name: 'world',
    title: 'A world',
    description: 'Its session: addresses, seed, clock and head.',
    mimeType: 'application/json',
  },
  {
    uriTemplate: 'ballast://worlds/{world}/events',
    name: 'events',
    title: 'Events of a world',
    description: `The newest ${MAX_EVENTS} entries of its event log, newest first.`,
    mimeType: 'application/json',
  },
];

export async function listResources(caller: ToolCaller): Promise<Resource[]> {
  const { worlds } = (await askTool(caller, 'list_worlds', {})) as WorldList;
  return [
    ...worlds.flatMap(({ name }) => [
      { uri: `ballast://worlds/${name}`, name: `world ${name}`, mimeType: 'application/json' },
      { uri: `ballast://worlds/${name}/events`, name: `events of ${name}`, mimeType: 'application/json' },
    ]),
    ...documentNames().map((name) => ({
      uri: `ballast://documents/${name}`,
      name,
      mimeType: name.endsWith('.md') ? 'text/markdown' : 'application/json',
    })),
  ];
}

/** Rejects with `McpError` for an unknown resource. */
export async function readResource(
  caller: ToolCaller,
  origin: string,
  uri: string,
): Promise<{ mimeType: string; text: string }> {
  const [, kind = '', name = '', part = ''] =
    /^ballast:\/\/(worlds|documents)\/([^/]+)(?:\/(events))?$/.exec(uri) ?? [];
  if (kind === 'documents' && part === '' && documentNames().includes(name)) return readDocument(name, origin);
  if (kind !== 'worlds' || !worldName.safeParse(name).success)
    throw new McpError(ErrorCode.InvalidParams, `There is no resource ${uri}; see the list of resources.`);
  const response =
    part === 'events' ? await newestEvents(caller, name) : await askTool(caller, 'session', { world: name });
  return { mimeType: 'application/json', text: JSON.stringify(response) };
}

async function newestEvents(caller: ToolCaller, world: string): Promise<Pick<EventList, 'events'>> {
  const { events: count } = (await askTool(caller, 'fingerprint', { world })) as Fingerprint;
  const after = Math.max(0, count - MAX_EVENTS);
  const { events } = (await askTool(caller, 'events', { world, after, limit: MAX_EVENTS })) as EventList;
  return { events: events.toReversed() };
}

async function askTool(caller: ToolCaller, name: string, given: Record<string, unknown>): Promise<unknown> {
  const tool = AGENT_TOOLS.find((each) => each.name === name);
  if (tool === undefined) throw new Error(`there is no tool ${name}`);
  const result = await caller.call(tool, given);
  if (!result.ok) throw new McpError(ErrorCode.InvalidParams, result.problem);
  return result.body;
}

const OPENAPI = /^openapi-([a-z-]+)\.json$/;

function documentNames(): string[] {
  const documents = listFiles(documentFolder(), '.md').map(({ name }) => `${name}.md`);
  return [...documents.sort(), ...DOCUMENT_NAMES.map((name) => `openapi-${name}.json`)];
}

function readDocument(name: string, origin: string) {
  const of = OPENAPI.exec(name)?.[1];
  if (of !== undefined)
    return {
      mimeType: 'application/json',
      text: JSON.stringify(buildDocument(of as DocumentName, { origin, version: packageVersion() })),
    };
  const bytes = readBytes(join(documentFolder(), basename(name)));
  return { mimeType: 'text/markdown', text: bytes?.toString('utf8') ?? '' };
}

function documentFolder(): string {
  return join(packageRoot(), 'docs');
}
