/** One row of the table as OpenAPI's operation object. */
import { z } from 'zod';
import type { DocumentName } from './bases.ts';
import type { DocumentPlan } from './documents.ts';
import { type Example, exampleOf } from './examples.ts';
import type { DocumentSchema, Translation } from './json-schemas.ts';
import type { Content, Operation } from './operation.ts';
import { commonHeaders, errorReferences, headerReferences } from './shared-parts.ts';

export function describeOperation(operation: Operation, plan: DocumentPlan, name: DocumentName, { of }: Translation) {
  const { id, tag, summary, description, source, success, otherwise, isOpen, isProbe, access, body, otherResponses } =
    operation;
  const example = exampleOf(name, id);
  const common = isOpen ? (['invalid_request', 'internal_error'] as const) : plan.commonErrors;
  const parameters = [...pathParameters(operation, example), ...queryParameters(operation, example, of)];
  const response = {
    headers: headerReferences([...(isProbe ? [] : commonHeaders(plan.isControl)), ...(success.headers ?? [])]),
    content: Object.assign({}, ...success.content.map((content) => responseContent(content, operation, example, of))),
  };
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: `${description}\n\n${access === 'server' ? SERVER_TOKEN : ''}Source: ${source}.`,
    ...(isOpen ? { security: [] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: { required: true, content: requestContent(body, example, of) } }),
    responses: {
      [success.status]: { description: success.description, ...response },
      ...(otherwise === undefined ? {} : { [otherwise.status]: { description: otherwise.description, ...response } }),
      ...errorReferences([...common, ...(operation.errors ?? [])]),
      ...(otherResponses === undefined
        ? {}
        : { default: { description: otherResponses, content: { '*/*': { schema: {} } } } }),
    },
  };
}

const SERVER_TOKEN = "Requires the server's admin token; the token of a world is not accepted.\n\n";

function pathParameters({ path, parameters = {} }: Operation, example: Example | undefined) {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: parameters[name],
    schema: { type: 'string', minLength: 1 },
    ...(example === undefined ? {} : { example: example.parameters[name] }),
  }));
}

function queryParameters({ query }: Operation, example: Example | undefined, of: Translation['of']) {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = of(query) as {
    readonly properties?: Readonly<Record<string, DocumentSchema>>;
    readonly required?: readonly string[];
  };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    description,
    schema,
    ...(example?.query[name] === undefined ? {} : { example: valueFor(schema, example.query[name]) }),
  }));
}

function valueFor({ type }: DocumentSchema, text: string): unknown {
  return type === 'integer' ? Number(text) : text;
}

function requestContent(body: NonNullable<Operation['body']>, example: Example | undefined, of: Translation['of']) {
  const shown = example?.request === undefined ? {} : { example: example.request };
  if (typeof body === 'string') return { [body]: { schema: { type: 'string' }, ...shown } };
  return { 'application/json': { schema: of(body), ...shown } };
}

function responseContent(
  content: Content,
  { messages }: Operation,
  example: Example | undefined,
  of: Translation['of'],
) {
  // OpenAPI 3.1 cannot describe the messages of a stream: this describes the data of each.
  if (content === 'text/event-stream' && messages !== undefined)
    return { [content]: { schema: oneOf(messages.map(of)) } };
  if (!(content instanceof z.ZodType)) return { [content]: { schema: { type: 'string' } } };
  const shown = example === undefined ? {} : { example: example.response };
  return { 'application/json': { schema: of(content), ...shown } };
}

function oneOf(schemas: readonly DocumentSchema[]): DocumentSchema {
  return { description: 'Data of each message.', oneOf: schemas };
}
