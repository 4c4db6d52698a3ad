/** The input of a tool: the parameters of its operation, its body under `body`, and the world. */
import { z } from 'zod';
import { worldName } from '../../contract/control/worlds/worlds.ts';
import { DOCUMENTS } from '../../contract/openapi/documents.ts';
import { exampleOf } from '../../contract/openapi/examples.ts';
import type { Operation } from '../../contract/openapi/operation.ts';
import type { AgentTool } from './agent-tools.ts';
import { pathArgument, pathParameters } from './path-arguments.ts';

export function toolOperation({ document, operation: id, name }: AgentTool): Operation {
  const found = DOCUMENTS[document].operations.find((operation) => operation.id === id);
  if (found === undefined) throw new Error(`the tool ${name} names the operation ${id}, which there is not`);
  return found;
}

const world = worldName
  .optional()
  .describe('World that it is about; left out: the first one of the server, `default`.');

/** The schema of a tool's arguments. Refuses any other member. */
export function toolInputOf(tool: AgentTool): z.ZodObject {
  const operation = toolOperation(tool);
  const { body, query } = operation;
  const named = pathParameters(operation).map((name) => [name, pathArgument(operation, name)]);
  return z.strictObject({
    ...(tool.isOfServer ? {} : { world }),
    ...Object.fromEntries(named),
    ...query?.shape,
    ...(body instanceof z.ZodType ? { body: bodyOf(body, tool) } : {}),
  });
}

function bodyOf(body: z.ZodType, { without }: AgentTool): z.ZodType {
  const taken = without !== undefined && body instanceof z.ZodObject ? withoutMember(body, without) : body;
  return body.safeParse({}).success ? taken.optional() : taken;
}

function withoutMember({ shape }: z.ZodObject, without: string): z.ZodObject {
  return z.strictObject(Object.fromEntries(Object.entries(shape).filter(([name]) => name !== without)));
}

/** Returns the example arguments of the documents; `null` if they have none. */
export function exampleArguments(tool: AgentTool): Record<string, unknown> | null {
  const example = exampleOf(tool.document, tool.operation);
  if (example === undefined) return null;
  const { parameters, query, request } = example;
  return { ...parameters, ...query, ...(request === undefined ? {} : { body: request }) };
}
