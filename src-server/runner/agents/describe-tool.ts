/** Describes a tool in the list: when to use it, its schema, an example, and whether it changes anything. */
import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { sayPortably } from '../../contract/fields/plain-formats.ts';
import type { AgentTool } from './agent-tools.ts';
import { listedOutput } from './tool-output.ts';
import { exampleArguments, toolInputOf, toolOperation } from './tool-schema.ts';

/** The list of tools is always in the context of an agent: longer schemas are returned on request. */
const LONGEST_SCHEMA = 6_000;

/** The only tool that is not an operation. */
export const DESCRIBE_TOOL: Tool = {
  name: 'describe_tool',
  title: 'Describe a tool',
  description:
    'The full schema of a tool whose body is shortened in the list, with an example.\nExample: {"name":"set_fault"}',
  inputSchema: {
    type: 'object',
    properties: { name: { type: 'string', description: 'Name of the tool.' } },
    required: ['name'],
    additionalProperties: false,
  },
  outputSchema: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      inputSchema: { type: 'object' },
      outputSchema: { type: 'object' },
      example: {},
    },
    required: ['name', 'inputSchema', 'outputSchema'],
  },
  annotations: { title: 'Describe a tool', readOnlyHint: true, openWorldHint: false },
};

export function describeTool(tool: AgentTool, withholdsKeys: boolean): Tool {
  const { name, title, use, kind } = tool;
  const operation = toolOperation(tool);
  const example = exampleArguments(tool);
  const shown = example === null ? '' : `\nExample: ${JSON.stringify(example)}`;
  const destructiveHint = kind === 'write' && operation.method === 'delete';
  return {
    name,
    title,
    description: `${use} ${operation.description}${shown}`,
    inputSchema: listedSchema(tool),
    outputSchema: listedOutput(tool, withholdsKeys),
    annotations: { title, readOnlyHint: kind === 'read', destructiveHint, openWorldHint: false },
  };
}

export function wholeSchema(tool: AgentTool): Tool['inputSchema'] {
  const override = ({ jsonSchema }: { jsonSchema: Record<string, unknown> }) => sayPortably(jsonSchema);
  return z.toJSONSchema(toolInputOf(tool), { io: 'input', unrepresentable: 'any', override }) as Tool['inputSchema'];
}

function listedSchema(tool: AgentTool): Tool['inputSchema'] {
  const { $defs: _definitions, ...schema } = wholeSchema(tool);
  if (JSON.stringify(wholeSchema(tool)).length <= LONGEST_SCHEMA) return wholeSchema(tool);
  const description = `See the example; describe_tool with {"name": "${tool.name}"} returns the full schema.`;
  return { ...schema, properties: { ...schema.properties, body: { type: 'object', description } } };
}
