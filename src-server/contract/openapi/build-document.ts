/**
 * Creates an OpenAPI 3.1 document from a plan: the table of operations, the schemas that validate, and recorded
 * examples.
 */
import type { z } from 'zod';
import { WEBHOOK_PAYLOADS } from '../service/webhook-events.ts';
import type { DocumentName } from './bases.ts';
import { describeOperation } from './describe-operation.ts';
import { describeWebhook, WEBHOOK_HEADERS } from './describe-webhook.ts';
import { DOCUMENTS, type DocumentPlan } from './documents.ts';
import { ERROR_SCHEMAS } from './error-responses.ts';
import { type Translation, translate } from './json-schemas.ts';
import { commonHeaders, errorResponses, HEADERS, securitySchemes } from './shared-parts.ts';

interface DocumentSettings {
  /** Scheme, host and port of the request for the document. */
  readonly origin: string;
  /** Version of Ballast. */
  readonly version: string;
}

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly [part: string]: unknown;
}

/** Returns the document of a base, as plain JSON; pure, so it may be cached. */
export function buildDocument(name: DocumentName, { origin, version }: DocumentSettings): OpenApiDocument {
  const plan = DOCUMENTS[name];
  const { isControl } = plan;
  const codes = [...new Set([...plan.commonErrors, ...plan.operations.flatMap(({ errors = [] }) => errors)])];
  const translation = translationOf(name);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of plan.operations) {
    const path = paths[operation.path] ?? {};
    path[operation.method] = describeOperation(operation, plan, name, translation);
    paths[operation.path] = path;
  }
  const tags = [
    ...new Set([...plan.operations.map(({ tag }) => tag), ...(plan.webhooks.length === 0 ? [] : ['Webhooks'])]),
  ];
  return {
    openapi: '3.1.0',
    info: {
      title: plan.title,
      version,
      description: plan.description,
      contact: { name: 'Documentation of Ballast, on this server', url: `${origin}/docs` },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${origin}${plan.basePath}`, description: 'This server.' }],
    security: Object.keys(securitySchemes(isControl)).map((scheme) => ({ [scheme]: [] })),
    tags: tags.map((tag) => ({ name: tag, description: TAGS[tag] })),
    paths,
    ...(plan.webhooks.length === 0
      ? {}
      : { webhooks: Object.fromEntries(plan.webhooks.map((type) => [type, describeWebhook(type, translation)])) }),
    components: {
      schemas: translation.components,
      responses: errorResponses(codes, isControl, translation),
      headers: headersOf(plan),
      ...(plan.webhooks.length === 0 ? {} : { parameters: WEBHOOK_HEADERS }),
      securitySchemes: securitySchemes(isControl),
    },
  };
}

/** Cached, because translating takes most of the time of a document, and is the same for every address. */
const translations = new Map<DocumentName, Translation>();

function translationOf(name: DocumentName): Translation {
  const plan = DOCUMENTS[name];
  const translation =
    translations.get(name) ?? translate({ bodies: bodiesOf(plan), queries: queriesOf(plan), outputs: outputsOf(plan) });
  translations.set(name, translation);
  return translation;
}

function bodiesOf({ operations }: DocumentPlan): z.ZodType[] {
  return operations.flatMap(({ body }) => (body === undefined || typeof body === 'string' ? [] : [body]));
}

function queriesOf({ operations }: DocumentPlan): z.ZodType[] {
  return operations.flatMap(({ query }) => (query === undefined ? [] : [query]));
}

function outputsOf({ operations, webhooks, commonErrors }: DocumentPlan): z.ZodType[] {
  const responses = operations
    .flatMap(({ success, messages = [] }) => [...success.content, ...messages])
    .filter((content) => typeof content !== 'string');
  const codes = new Set([...commonErrors, ...operations.flatMap(({ errors = [] }) => errors)]);
  return [
    ...responses,
    ...[...codes].map((code) => ERROR_SCHEMAS[code]),
    ...webhooks.map((type) => WEBHOOK_PAYLOADS[type]),
  ];
}

/** Returns only headers that the document uses. */
function headersOf({ operations, commonErrors, isControl }: DocumentPlan) {
  const used = new Set([
    ...commonHeaders(isControl),
    ...operations.flatMap(({ success }) => success.headers ?? []),
    'WWW-Authenticate',
    ...(commonErrors.includes('rate_limit') ? ['Retry-After'] : []),
  ]);
  return Object.fromEntries(Object.entries(HEADERS).filter(([name]) => used.has(name)));
}

/** The groups of operations in the documents. */
const TAGS: Readonly<Record<string, string>> = {
  Portfolios: 'Portfolios with their holdings and targets.',
  Rebalances: 'Plans and their execution.',
  Compliance: 'Records of executions.',
  Prices: 'Prices across exchanges.',
  World: 'The run, its world and its snapshots.',
  Worlds: 'Many worlds on one server, each at addresses of its own.',
  Preferences: 'What the app stores for its user on the server.',
  Clock: 'Virtual time.',
  Accounts: 'Accounts, tiers and API keys.',
  Market: 'Instruments, prices, exchange rates, pins and market events.',
  Exchanges: 'Exchanges, their connections and settings.',
  Faults: 'Faults that can be injected.',
  Webhooks: 'Endpoints that receive events.',
  Records: 'Records of what happened and what was sent.',
  Scenarios: 'Scenarios in a folder, and the results of running them beside the world.',
  Explorer: 'Search for the faults that break a client, in worlds of their own beside the world.',
  Lab: 'Comparison of policies over years on the same price paths, beside the world.',
  Documentation: 'This documentation.',
};
