/**
 * Finds paths and headers that are almost those of the service: an expectation that no request has such a path, or no
 * response such a header, would always hold. Other names are allowed: a client may be expected not to call removed
 * operations.
 */
import type { IssuePlace } from '../../contract/fields/issue-places.ts';
import { nearestName } from '../../contract/fields/nearest-name.ts';
import { DOCUMENT_BASES } from '../../contract/openapi/bases.ts';
import { WEBHOOK_HEADERS } from '../../contract/openapi/describe-webhook.ts';
import { DOCUMENTS } from '../../contract/openapi/documents.ts';
import { HEADERS } from '../../contract/openapi/shared-parts.ts';
import { hasReference } from '../../contract/scenario/scenario-names.ts';
import type { ScenarioStep } from '../../contract/scenario/scenario-step.ts';
import { valueAt } from '../references/json-pointer.ts';

/** Places within the step. */
export function misspeltNames(step: ScenarioStep): IssuePlace[] {
  if ('expect_journal' in step) {
    const { path, headers } = step.expect_journal?.match ?? {};
    const match = ['expect_journal', 'match'];
    return [
      ...ofOperation(step.expect_journal?.match, match),
      ...(typeof path === 'string' ? pathFault(path, [...match, 'path']) : []),
      ...nearHeaders(headers, OF_REQUESTS, 'a request', [...match, 'headers']),
    ];
  }
  if ('fault' in step) {
    const path = valueAt(step, '/fault/match/path');
    return typeof path === 'string' ? pathFault(path, ['fault', 'match', 'path']) : [];
  }
  if ('expect_webhook' in step)
    return nearHeaders(step.expect_webhook?.headers, OF_WEBHOOKS, 'a webhook', ['expect_webhook', 'headers']);
  if ('until' in step) return headerFaults(step.until?.expect?.headers, ['until', 'expect', 'headers']);
  if ('request' in step || 'control' in step) return headerFaults(step.expect?.headers, ['expect', 'headers']);
  return [];
}

const CONTROL = DOCUMENT_BASES.control;
const OF_CLIENTS = ['form-a', 'form-b', 'both'] as const;
const BASES_OF_CLIENTS = OF_CLIENTS.map((document) => DOCUMENT_BASES[document]);

/** Paths of the bases for clients, as segments. */
const PATHS = OF_CLIENTS.flatMap((document) =>
  DOCUMENTS[document].operations.map(({ path }) => `${DOCUMENT_BASES[document]}${path}`.split('/')),
);

/** A method or a path that requests of the operation never have. */
function ofOperation(match: unknown, path: readonly PropertyKey[]): IssuePlace[] {
  const id = valueAt(match, '/operation');
  const own = OF_CLIENTS.flatMap((document) =>
    DOCUMENTS[document].operations.flatMap((operation) =>
      operation.id === id ? [{ ...operation, whole: `${DOCUMENT_BASES[document]}${operation.path}` }] : [],
    ),
  );
  if (own.length === 0) return [];
  const [method, written] = [valueAt(match, '/method'), valueAt(match, '/path')];
  const methods = [...new Set(own.map((operation) => operation.method.toUpperCase()))];
  const isOther = typeof method === 'string' && !methods.includes(method);
  const isElsewhere =
    typeof written === 'string' && !/[*?]/.test(written) && !own.some(({ whole }) => isLike(written, whole));
  return [
    ...(isOther ? [{ path: [...path, 'method'], issue: `is never that of ${id}: it is ${methods.join(' or ')}` }] : []),
    ...(isElsewhere
      ? [
          {
            path: [...path, 'path'],
            issue: `is never that of ${id}: it is ${own.map(({ whole }) => whole).join(' or ')}`,
          },
        ]
      : []),
  ];
}

/** A segment with a reference may be any. */
function isLike(written: string, whole: string): boolean {
  const [parts, wanted] = [written.split('/'), whole.split('/')];
  return (
    hasReference(written.split('/').slice(0, 3).join('/')) ||
    (parts.length === wanted.length &&
      wanted.every((part, index) => part.startsWith('{') || part === parts[index] || hasReference(parts[index] ?? '')))
  );
}

function pathFault(written: string, path: readonly PropertyKey[]): IssuePlace[] {
  const [bare = ''] = written.split('?');
  if (hasReference(bare)) return [];
  if (bare.startsWith(`${CONTROL}/`))
    return [
      { path, issue: 'belongs to the control plane, whose requests are not journalled and not affected by faults' },
    ];
  if (bare.startsWith('^'))
    return [{ path, issue: `is taken literally; for a pattern, write { pattern: '${written}' }` }];
  if (!bare.startsWith('*') && !BASES_OF_CLIENTS.some((base) => bare.startsWith(base)))
    return [
      { path, issue: `does not begin with a base of the service: give the whole path, such as /form-b/v1${bare}` },
    ];
  const parts = bare.split('/');
  const alike = PATHS.filter((each) => each.length === parts.length).map((each) =>
    each.map((part, index) => (part.startsWith('{') || parts[index]?.includes('*') ? (parts[index] ?? '') : part)),
  );
  if (alike.some((each) => each.join('/') === bare)) return [];
  // A path with a segment that is not even similar is another one.
  const slips = alike.filter((each) =>
    each.every((part, index) => part === parts[index] || nearestName(parts[index] ?? '', [part]) !== null),
  );
  const paths = slips.map((each) => each.join('/'));
  const near = nearestName(bare, paths) ?? paths[0];
  return near === undefined ? [] : [{ path, issue: `is not a path of the service (did you mean ${near}?)` }];
}

function headerFaults(headers: unknown, path: readonly PropertyKey[]): IssuePlace[] {
  return nearHeaders(headers, OF_RESPONSES, 'a response', path);
}

/** `of`: the owner of the headers. */
function nearHeaders(headers: unknown, all: readonly string[], of: string, path: readonly PropertyKey[]): IssuePlace[] {
  const names = typeof headers === 'object' && headers !== null ? Object.keys(headers) : [];
  return names.flatMap((name) => {
    const isKnown = all.some((each) => each.toLowerCase() === name.toLowerCase());
    const near = isKnown ? null : nearestName(name, all);
    return near === null ? [] : [{ path: [...path, name], issue: `is not a header of ${of} (did you mean ${near}?)` }];
  });
}

/** Including the headers of HTTP itself. */
const OF_RESPONSES = [
  ...Object.keys(HEADERS),
  ...['Content-Type', 'Content-Length', 'Date', 'Connection', 'Location', 'Allow', 'ETag', 'Vary'],
];

const OF_REQUESTS = [
  ...['Authorization', 'Content-Type', 'Content-Length', 'Accept', 'User-Agent', 'Host', 'Connection'],
  ...['X-Request-Id', 'Traceparent', 'Accept-Encoding', 'Cache-Control', 'Origin', 'Referer'],
];

const OF_WEBHOOKS = [...Object.keys(WEBHOOK_HEADERS), 'Content-Type', 'Content-Length', 'User-Agent'];
