/**
 * Describes the output of a tool: the body of its operation as JSON Schema (decision R4). The list only has the members
 * of a long one, because it is always in the context of an agent; `describe_tool` returns all of it.
 */
import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { sayPortably } from '../../contract/fields/plain-formats.ts';
import type { AgentTool } from './agent-tools.ts';
import { toolOperation } from './tool-schema.ts';

type OutputSchema = NonNullable<Tool['outputSchema']>;

const LONGEST_LISTED = 800;

/** `withholdsKeys`: secrets appear as `[redacted]`, which does not match their patterns. */
export function wholeOutput(tool: AgentTool, withholdsKeys: boolean): OutputSchema {
  const override = ({ jsonSchema }: { jsonSchema: Record<string, unknown> }) => {
    sayPortably(jsonSchema);
    if (withholdsKeys) for (const keyword of ['pattern', 'format', 'enum', 'const']) withoutOfText(jsonSchema, keyword);
  };
  const schema = z.toJSONSchema(contentOf(tool), { io: 'output', unrepresentable: 'any', override });
  const { $ref: named, ...own } = schema;
  // A schema with a name of its own is among the definitions.
  const root = named === undefined ? own : { ...own, ...schema.$defs?.[named.slice('#/$defs/'.length)] };
  return { ...root, type: 'object' } as OutputSchema;
}

export function listedOutput(tool: AgentTool, withholdsKeys: boolean): OutputSchema {
  const whole = wholeOutput(tool, withholdsKeys);
  if (JSON.stringify(whole).length <= LONGEST_LISTED) return whole;
  const members = Object.entries(whole.properties ?? {}).map(([name, member]) => [name, memberOf(member)]);
  const { required } = whole;
  return { type: 'object', properties: Object.fromEntries(members), ...(required === undefined ? {} : { required }) };
}

function contentOf(tool: AgentTool): z.ZodType {
  const [content] = toolOperation(tool).success.content;
  if (content instanceof z.ZodType) return content;
  throw new Error(`the tool ${tool.name} responds with ${content}, but only a JSON object can have an output schema`);
}

function memberOf(member: unknown): object {
  const { type } = member as { readonly type?: string };
  return type === undefined ? {} : { type };
}

function withoutOfText(schema: Record<string, unknown>, keyword: string): void {
  if (schema.type === 'string') delete schema[keyword];
}
