/** A request of the journal as a draft that is edited and sent again, and the parsed request. Pure. */
import type { JournalDetail } from '../../../../src-server/contract/control/world/journal.ts';
import type { WrittenRequest } from '../../../api/api-client.ts';
import { prettyJson } from '../../../components/format/pretty-json.ts';
import { headerLines, parseHeaders } from '../../../components/webhooks/parse-headers.ts';

export interface SendDraft {
  readonly method: string;
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  readonly key: 'run' | 'other' | 'none';
  /** For another key; only the user who created that key has it. */
  readonly secret: string;
  /** `Name: value` lines. */
  readonly headers: string;
  readonly body: string;
}

/** Headers set by the browser, headers of the connection, and the key, which has its own field. */
const LEFT_OUT =
  /^(?:host|connection|keep-alive|content-(?:length|encoding)|transfer-encoding|accept-encoding|user-agent|authorization|cookie|expect|origin|referer|te|upgrade|sec-.*)$/;

export function draftOf(entry: JournalDetail): SendDraft {
  const [path = '', query = ''] = splitQuery(entry.path);
  const retained = Object.entries(entry.request_headers).filter(([name]) => !LEFT_OUT.test(name.toLowerCase()));
  return {
    method: entry.method,
    path,
    query,
    key: entry.request_headers.authorization === undefined ? 'none' : 'run',
    secret: '',
    headers: headerLines(Object.fromEntries(retained)),
    body: prettyJson(entry.request_body ?? ''),
  };
}

function splitQuery(path: string): string[] {
  const mark = path.indexOf('?');
  return mark < 0 ? [path] : [path.slice(0, mark), path.slice(mark + 1)];
}

/** GET and HEAD have no body. */
export function hasBody({ method }: Pick<SendDraft, 'method'>): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

/** `runKey`: the secret of the run's key. */
export function requestOf(draft: SendDraft, runKey: string): WrittenRequest {
  const { method, path, query, key, secret, body } = draft;
  const { headers } = parseHeaders(draft.headers);
  const shown = { run: runKey, other: secret.trim(), none: null }[key];
  return {
    method,
    path: query === '' ? path : `${path}?${query.replace(/^\?/, '')}`,
    headers: { ...headers, ...(shown === null ? {} : { authorization: `Bearer ${shown}` }) },
    body: hasBody(draft) && body !== '' ? body : null,
  };
}

const SERVICE_PATH = /^\/(?:form-[ab]\/)?v1(?:\/[^?#\s]*)?$/;

/** The issue of the path; null if it is one of the simulated service. */
export function pathFault(path: string): string | null {
  return SERVICE_PATH.test(path) ? null : 'The path must start with /v1, /form-a/v1 or /form-b/v1 and have no query.';
}

const FIELD = 'idempotency_key';

/** The idempotency key in the body; null if there is none. */
export function idempotencyKeyOf(body: string): string | null {
  const value = objectIn(body)?.[FIELD];
  return typeof value === 'string' ? value : null;
}

/** The same body with another idempotency key. */
export function withIdempotencyKey(body: string, key: string): string {
  const object = objectIn(body);
  return object === null ? body : JSON.stringify({ ...object, [FIELD]: key }, null, 2);
}

function objectIn(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

/** The request as a call of `fetch`, with the key from the environment, as in the command for curl. */
export function fetchCallOf(entry: JournalDetail, origin: string): string {
  const { headers, body } = requestOf({ ...draftOf(entry), key: 'none' }, '');
  const hasKey = entry.request_headers.authorization !== undefined;
  const lines = Object.entries(headers).map(
    ([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`,
  );
  if (hasKey) lines.unshift(`    authorization: \`Bearer \${process.env.BALLAST_API_KEY}\`,`);
  return [
    `await fetch(${JSON.stringify(`${origin}${entry.path}`)}, {`,
    `  method: ${JSON.stringify(entry.method)},`,
    ...(lines.length === 0 ? [] : ['  headers: {', ...lines, '  },']),
    ...(body === null ? [] : [`  body: ${JSON.stringify(entry.request_body)},`]),
    '});',
  ].join('\n');
}
