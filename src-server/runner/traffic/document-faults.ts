/**
 * Validates a response against the OpenAPI document of its base: operation, status, headers and body, without
 * additions; and an accepted request against the document's request schema. Compiled once, when needed.
 */

import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { jsonIn } from '../../contract/fields/nesting.ts';
import type { DocumentName } from '../../contract/openapi/bases.ts';
import { buildDocument } from '../../contract/openapi/build-document.ts';

export interface Exchanged {
  readonly method: string;
  readonly url: string;
  /** The JSON that was sent; undefined if none was, or something else. */
  readonly sent?: string | undefined;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

interface ResponsePart {
  readonly $ref?: string;
  readonly headers: Readonly<Record<string, { readonly $ref: string }>>;
  readonly content: Readonly<Record<string, unknown>>;
}
interface OperationPart {
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> };
  readonly responses: Readonly<Record<string, ResponsePart>>;
}

/** Headers that every HTTP server sends. */
const PLAIN_HEADERS = [
  'content-type',
  'content-length',
  'date',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'vary',
];
/**
 * Headers that only browsers use: cross-origin access, and the handling of a response in a window (decisions A18, R2).
 */
const OF_BROWSERS = /^(?:access-control-.*|content-security-policy|x-content-type-options)$/;
/** Allowed responses if the document has no matching operation: refused before, or not found. */
const UNKNOWN_PATH: Readonly<Record<number, string>> = {
  400: 'InvalidRequest',
  401: 'Unauthorized',
  404: 'NotFound',
  429: 'RateLimit',
};

/** An issue of a response with the document of its base, and its place. */
interface DocumentFault {
  /** `status`, `header X-Request-Id`, `content type`, or a pointer into the body or the request: `body/orders/0`. */
  readonly place: string;
  readonly issue: string;
}

/** `path`: below the base. Empty: the document allows this response. */
export function documentFaults(name: DocumentName, exchanged: Exchanged, path: string): DocumentFault[] {
  return new ResponseCheck(name).faultsOf(exchanged, path);
}

/** The operation of a document that handles a path, as `[template, method]`; `null` if there is none. */
export function findOperation(name: DocumentName, method: string, path: string): readonly [string, string] | null {
  const { paths, templates } = partsOf(name);
  const given = path.split('/');
  const best = templates.find(({ steps }) => fits(steps, given))?.template;
  const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
  return best !== undefined && paths[best]?.[verb] !== undefined ? [best, verb] : null;
}

/** A schema of a document, by its JSON pointer. */
export function validatorOf(name: DocumentName, pointer: string): ValidateFunction {
  const { ajv, compiled } = partsOf(name);
  const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `${name}#${pointer}` });
  compiled.set(pointer, validate);
  return validate;
}

interface Parts {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Those with the fewest parameters first: they answer where others would, too. */
  readonly templates: readonly { readonly template: string; readonly steps: readonly string[] }[];
  readonly document: Readonly<Record<string, unknown>>;
  readonly ajv: Ajv2020;
  readonly compiled: Map<string, ValidateFunction>;
}

const known = new Map<DocumentName, Parts>();

function partsOf(name: DocumentName): Parts {
  const cached = known.get(name);
  if (cached !== undefined) return cached;
  const document = buildDocument(name, { origin: 'http://127.0.0.1', version: '0.0.0' });
  // The document is ours, and a schema is often compiled for a single answer: code for each definition once, as it comes.
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateSchema: false,
    inlineRefs: false,
    code: { optimize: false },
  });
  formats.default(ajv);
  ajv.addSchema(document, name);
  const templates = Object.keys(document.paths)
    .sort((left, right) => parameters(left) - parameters(right))
    .map((template) => ({ template, steps: template.split('/') }));
  const parts = { paths: document.paths, templates, document, ajv, compiled: new Map<string, ValidateFunction>() };
  known.set(name, parts);
  return parts;
}

class ResponseCheck {
  readonly #name: DocumentName;

  constructor(name: DocumentName) {
    this.#name = name;
  }

  faultsOf(exchanged: Exchanged, path: string): DocumentFault[] {
    const { method, status } = exchanged;
    const found = findOperation(this.#name, method, path);
    if (found === null) {
      const response = UNKNOWN_PATH[status];
      if (response === undefined)
        return [{ place: 'status', issue: `${status} from an operation that the document does not know` }];
      return this.#faultsOfResponse(exchanged, `/components/responses/${response}`);
    }
    const place = `/paths/${found.map(escaped).join('/')}`;
    const operation = this.#at(place) as OperationPart;
    const response = operation.responses[status];
    // A sink responds as configured.
    if (response === undefined && operation.responses.default !== undefined) return [];
    if (response === undefined)
      return [{ place: 'status', issue: `the operation has no documented response ${status}` }];
    const pointer = response.$ref?.slice(1) ?? `${place}/responses/${status}`;
    return [...this.#faultsOfResponse(exchanged, pointer), ...this.#faultsOfRequest(exchanged, operation, place)];
  }

  /** An accepted request must be valid by the document; a replay only compares the key (decision F5). */
  #faultsOfRequest({ status, sent, headers }: Exchanged, operation: OperationPart, place: string): DocumentFault[] {
    if (status >= 300 || sent === undefined || headers.has('idempotency-replayed')) return [];
    if (operation.requestBody?.content['application/json'] === undefined) return [];
    return this.#validate(`${place}/requestBody/content/application~1json/schema`, jsonOf(sent), 'request');
  }

  #faultsOfResponse(exchanged: Exchanged, pointer: string): DocumentFault[] {
    const response = this.#at(pointer) as ResponsePart;
    return [...this.#faultsOfHeaders(exchanged.headers, response), ...this.#faultsOfBody(exchanged, response, pointer)];
  }

  #faultsOfHeaders(headers: Headers, response: ResponsePart): DocumentFault[] {
    const names = Object.keys(response.headers);
    const allowed = new Set([...PLAIN_HEADERS, ...names.map((name) => name.toLowerCase())]);
    const unknown = [...headers.keys()].filter((name) => !allowed.has(name) && !OF_BROWSERS.test(name));
    const faults = names.flatMap((name) => {
      const place = `/components/headers/${name}`;
      const { required, schema } = this.#at(place) as { required?: boolean; schema: { type: string } };
      const value = headers.get(name);
      if (value === null) return required === true ? [{ place: `header ${name}`, issue: 'is missing' }] : [];
      return this.#validate(`${place}/schema`, schema.type === 'integer' ? Number(value) : value, `header ${name}`);
    });
    return [...unknown.map((name) => ({ place: `header ${name}`, issue: 'is not documented' })), ...faults];
  }

  #faultsOfBody({ method, headers, text }: Exchanged, response: ResponsePart, pointer: string): DocumentFault[] {
    const [type = ''] = (headers.get('content-type') ?? '').split(';');
    if (response.content[type] === undefined) return [{ place: 'content type', issue: `'${type}' is not documented` }];
    if (type !== 'application/json' || method === 'HEAD') return [];
    return this.#validate(`${pointer}/content/application~1json/schema`, jsonOf(text), 'body');
  }

  #validate(pointer: string, value: unknown, what: string): DocumentFault[] {
    if (value === NO_JSON) return [{ place: what, issue: 'is not JSON' }];
    const validate = validatorOf(this.#name, pointer);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message, params }) => ({
      place: `${what}${instancePath}`,
      issue: `${message} ${JSON.stringify(params)}`,
    }));
  }

  #at(pointer: string): unknown {
    const steps = pointer
      .slice(1)
      .split('/')
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
    return steps.reduce<unknown>((part, step) => (part as Record<string, unknown>)[step], partsOf(this.#name).document);
  }
}

const NO_JSON = Symbol('no JSON');

function jsonOf(text: string): unknown {
  const value = jsonIn(text);
  return value === undefined ? NO_JSON : value;
}

function escaped(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1');
}

function fits(template: readonly string[], given: readonly string[]): boolean {
  return (
    template.length === given.length &&
    template.every((step, index) => (step.startsWith('{') ? given[index] !== '' : step === given[index]))
  );
}

function parameters(template: string): number {
  return template.split('{').length - 1;
}
