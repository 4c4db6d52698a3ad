/** Parts that operations of a document share: headers, security schemes and the error responses (decisions C, E). */
import { ERROR_STATUS, type ErrorCode } from '../service/errors.ts';
import { ERROR_CONDITIONS, ERROR_SCHEMAS, errorName } from './error-responses.ts';
import { examples } from './examples.ts';
import type { DocumentSchema, Translation } from './json-schemas.ts';

interface HeaderPart {
  readonly description: string;
  readonly required?: true;
  readonly schema: DocumentSchema;
  readonly example: unknown;
}

const LIMIT_HEADERS: Readonly<Record<string, HeaderPart>> = {
  'RateLimit-Policy': {
    description:
      'Maximum number of requests (`q`) in a window of seconds (`w`), per key. Absent if no limit is in force.',
    schema: { type: 'string', pattern: '^"requests"; q=[0-9]+; w=60' },
    example: '"requests"; q=60; w=60; pk=:YTk0YTE5ZjNmZGQw:',
  },
  RateLimit: {
    description: 'Number of requests left (`r`) and seconds until the window moves on (`t`).',
    schema: { type: 'string', pattern: '^"requests"; r=[0-9]+; t=[0-9]+' },
    example: '"requests"; r=59; t=60; pk=:YTk0YTE5ZjNmZGQw:',
  },
};

/** Every header that a response may have, except those of HTTP itself. */
export const HEADERS: Readonly<Record<string, HeaderPart>> = {
  'X-Request-Id': {
    description: 'Identifier of the request, as in `error.request_id`.',
    required: true,
    schema: { type: 'string', pattern: '^rq_[0-9A-HJKMNP-TV-Z]{26}$' },
    example: 'rq_1ZE3RNFYBN3C4TA9VMVAC28RJN',
  },
  ...LIMIT_HEADERS,
  'Retry-After': {
    description: 'Whole seconds after which a request is accepted again.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
    example: 60,
  },
  'WWW-Authenticate': {
    description: 'How to authenticate.',
    required: true,
    schema: { type: 'string', enum: ['Bearer'] },
    example: 'Bearer',
  },
  'Idempotency-Replayed': {
    description: 'Present if the response is that of an earlier request with the same `idempotency_key`.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  'Content-Disposition': {
    description: 'Name of the file, if the response is one.',
    schema: { type: 'string' },
    example: 'attachment; filename="gains-2026.csv"',
  },
  'Cache-Control': {
    description: 'Streams and probes are not cached.',
    schema: { type: 'string' },
    example: 'no-store',
  },
  'X-Accel-Buffering': {
    description: 'Asks proxies to forward events immediately.',
    schema: { type: 'string', enum: ['no'] },
    example: 'no',
  },
};

export function headerReferences(names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Returns the headers of every response on a base. */
export function commonHeaders(isControl: boolean): readonly string[] {
  return isControl ? ['X-Request-Id'] : ['X-Request-Id', ...Object.keys(LIMIT_HEADERS)];
}

/** Returns one response for each code, for references by its name. */
export function errorResponses(codes: readonly ErrorCode[], isControl: boolean, { of }: Translation) {
  return Object.fromEntries(codes.map((code) => [errorName(code), errorResponse(code, isControl, of)]));
}

function errorResponse(code: ErrorCode, isControl: boolean, of: Translation['of']) {
  const own = code === 'rate_limit' ? ['Retry-After'] : code === 'unauthorized' ? ['WWW-Authenticate'] : [];
  const example = examples.errors[code];
  return {
    description: `\`${code}\`: ${ERROR_CONDITIONS[code]}`,
    headers: headerReferences([...commonHeaders(isControl), ...own]),
    content: {
      'application/json': { schema: of(ERROR_SCHEMAS[code]), ...(example === undefined ? {} : { example }) },
    },
  };
}

/** Returns `{ '404': { $ref } }` for each code. */
export function errorReferences(codes: readonly ErrorCode[]) {
  return Object.fromEntries(
    codes.map((code) => [String(ERROR_STATUS[code]), { $ref: `#/components/responses/${errorName(code)}` }]),
  );
}

export function securitySchemes(isControl: boolean) {
  if (!isControl) {
    const description = 'API key of an account: `Authorization: Bearer <API_KEY>`.';
    return { apiKey: { type: 'http', scheme: 'bearer', description } };
  }
  return {
    adminToken: {
      type: 'http',
      scheme: 'bearer',
      description: 'The admin token that the server prints when it starts.',
    },
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: 'ballast_session_4710',
      description:
        "The app's own session, named after the server's port, together with `X-Ballast-Page`; granted when its address is opened (decision L115).",
    },
  };
}
