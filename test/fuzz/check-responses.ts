/**
 * Checks responses to arbitrary bytes: only statuses of the specification, errors in their shape with the request's id,
 * nothing of the program's internals, and nothing that the OpenAPI document of the base does not list.
 */

import { DOCUMENT_NAMES } from '../../src-server/contract/openapi/bases.ts';
import { DOCUMENTS } from '../../src-server/contract/openapi/documents.ts';
import { ERROR_STATUS, errorBody } from '../../src-server/contract/service/errors.ts';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { expectDocumented } from '../support/documents/documented-responses.ts';
import type { HostileRequest } from './hostile-requests.ts';
import type { RawResponse } from './send-bytes.ts';

const GOOD_STATUSES = new Set([200, 201, 202]);
/**
 * Further statuses of pages and files, which are no part of the service. 401 is the page for a refused caller (L114).
 */
const PAGE_STATUSES = new Set([206, 303, 304, 401]);
const OPENAPI_METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
/** Folders, source files with a line, and stack frames. */
const INSIDES = /node_modules|src-server|\.[jt]s:\d+|\n\s+at /;

/** Responses given before a world is involved, and so without a request id (decision A20). */
const PROBES = /\/(?:health|ready)(?:\?|$)/;

/** Throws if anything is wrong with the response. */
export function checkResponses(request: HostileRequest, responses: readonly RawResponse[]): void {
  const isPage = !isBelowBase(request.path);
  const free = PROBES.test(request.path) ? GOOD_STATUSES : isPage ? PAGE_STATUSES : null;
  const faults = responses.flatMap((response) => (free?.has(response.status) ? [] : faultsOf(response)));
  // A sender that closes before it has sent everything may get no response; every other sender gets one.
  if (responses.length === 0 && !request.thenEnd && request.method !== 'CONNECT') faults.push('was not answered');
  if (responses.length > request.due) faults.push(`got ${responses.length} answers, not ${request.due}`);
  if (responses.some(({ status }) => status === 201 || status === 202) && hasHiddenField(request))
    faults.push('was accepted with a member that is ignored');
  const [first] = responses;
  if (first !== undefined && faults.length === 0) checkDocument(request, first);
  if (faults.length === 0) return;
  throw new Error(`${request.method} ${request.path.slice(0, 200)} (${request.what}): ${faults.join('; ')}`);
}

/** True if a response says that a command was done, or if that is unknown because the sender closed before it. */
export function isAccepted({ method, what, due, thenEnd }: HostileRequest, responses: readonly RawResponse[]): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  const isWhole = !what.startsWith('short') && !what.startsWith('broken chunks');
  const isUnknown = thenEnd && isWhole && responses.length < due;
  return isUnknown || responses.some(({ status }) => GOOD_STATUSES.has(status));
}

/** The service reads the body of every POST, and none of its schemas has a field of this name. */
function hasHiddenField({ method, path, bytes }: HostileRequest): boolean {
  return method === 'POST' && !path.startsWith('/sim') && /"(?:_|\\u005f)_proto__":/.test(bytes.toString('latin1'));
}

function faultsOf(response: RawResponse): string[] {
  const { status, headers, text } = response;
  if (GOOD_STATUSES.has(status)) return headers.has('x-request-id') || !isService(headers) ? [] : ['no X-Request-Id'];
  const shown = `${status} ${text.slice(0, 300)}`;
  if (status >= 500) return [`was answered with ${shown}`];
  if (text === '' && headers.has('x-request-id')) return isErrorStatus(status) ? [] : [`unknown status ${shown}`];
  const parsed = errorBody.safeParse(readJson(text));
  if (!parsed.success) return [`is no error of the specification: ${shown}`];
  const { code, request_id: requestId } = parsed.data.error;
  const faults: string[] = [];
  if (ERROR_STATUS[code] !== status) faults.push(`${code} does not go with ${shown}`);
  if (headers.get('x-request-id') !== requestId) faults.push(`its id is not in its header: ${shown}`);
  if (INSIDES.test(text) || text.includes(packageRoot())) faults.push(`tells what is inside: ${shown}`);
  return faults;
}

function isErrorStatus(status: number): boolean {
  return (Object.values(ERROR_STATUS) as number[]).includes(status);
}

/** The app's pages and the documentation have no request ids. */
function isService(headers: Headers): boolean {
  return headers.get('content-type')?.startsWith('application/json') === true;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isBelowBase(path: string): boolean {
  return DOCUMENT_NAMES.some((name) => path.startsWith(`${DOCUMENTS[name].basePath}/`));
}

/** No document lists paths that a URL would normalise, or bytes that were refused before they were a request. */
function checkDocument({ method, path }: HostileRequest, { status, headers, text }: RawResponse): void {
  const url = `http://127.0.0.1${path}`;
  const [plain = ''] = path.split('?');
  if (!/^[A-Z]+$/.test(method) || !URL.canParse(url) || new URL(url).pathname !== plain) return;
  if (headers.get('connection') === 'close' && status === 400) return;
  // A sink accepts methods that OpenAPI cannot describe (decision L31).
  if (plain.startsWith('/sim/sink') && !OPENAPI_METHODS.has(method)) return;
  if (!isBelowBase(path)) return;
  expectDocumented({ method, url, status, headers, text });
}
