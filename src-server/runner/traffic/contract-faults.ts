/** What answers of a real service have against the document of their base, in words for people who read reports. */
import type { DocumentName } from '../../contract/openapi/bases.ts';
import type { ScenarioAnswer } from '../../scenario/run/scenario-host.ts';
import type { TrafficBase } from '../recording/service-address.ts';
import type { PlacedIssue } from './answer-differences.ts';
import { documentFaults, findOperation } from './document-faults.ts';
import type { TrafficExchange } from './traffic-exchange.ts';

/** What the world here answers in the same way is no difference: a fault was set in both, for one. */
export function contractFaults(exchange: TrafficExchange, own: ScenarioAnswer | null): PlacedIssue[] {
  const faults = faultsOf(exchange, exchange.status, exchange.headers, exchange.text);
  if (faults.length === 0 || own === null) return faults;
  const here = new Set(faultsOf(exchange, own.status, own.headers, own.text).map(keyOf));
  return faults.filter((fault) => !here.has(keyOf(fault)));
}

const DOCUMENT_OF: Readonly<Record<TrafficBase, DocumentName>> = {
  A: 'form-a',
  B: 'form-b',
  both: 'both',
  control: 'control',
};

function faultsOf(
  { base, method, path, requestBody }: TrafficExchange,
  status: number | null,
  headers: Readonly<Record<string, string>>,
  text: string,
): PlacedIssue[] {
  const [pathname = ''] = path.split('?');
  const sent = requestBody === null ? {} : { sent: requestBody };
  const exchanged = { method, url: pathname, status: status ?? 0, headers: plainHeaders(headers), text, ...sent };
  return documentFaults(DOCUMENT_OF[base], exchanged, pathname).map(formatIssue);
}

/** Servers and what stands before them say more than the interface does. */
function plainHeaders(headers: Readonly<Record<string, string>>): Headers {
  const known = Object.entries(headers).filter(([name]) => KNOWN_HEADERS.has(name));
  return new Headers(known);
}

const KNOWN_HEADERS = new Set([
  'content-type',
  'x-request-id',
  'idempotency-replayed',
  'retry-after',
  'ratelimit',
  'ratelimit-policy',
  'www-authenticate',
]);

/** The words of the validator, for people who read reports. */
function formatIssue({ place, issue }: PlacedIssue): PlacedIssue {
  const [, missing] = /^must have required property '(\w+)'/.exec(issue) ?? [];
  if (missing !== undefined) return { place: `${place}/${missing}`, issue: 'is missing' };
  const [, unknown] = /"(?:additionalProperty|unevaluatedProperty)":"([^"]+)"/.exec(issue) ?? [];
  if (unknown !== undefined) return { place: `${place}/${unknown}`, issue: 'is not a field of the interface' };
  const { allowedValues, allowedValue } = detailsIn(issue);
  if (Array.isArray(allowedValues)) return { place, issue: `must be one of ${allowedValues.join(', ')}` };
  if (allowedValue !== undefined) return { place, issue: `must be ${String(allowedValue)}` };
  return { place, issue: issue.replace(DETAILS, '') };
}

/** What the validator adds to its words. */
const DETAILS = / (\{.*\})$/;

function detailsIn(issue: string): Readonly<Record<string, unknown>> {
  const [, details] = DETAILS.exec(issue) ?? [];
  return details === undefined ? {} : JSON.parse(details);
}

function keyOf({ place, issue }: PlacedIssue): string {
  return `${place} ${issue}`;
}

/** `POST /rebalance/{rebalance_id}/execute`; of a path that is none of the interface, the path. */
export function operationLabel({ base, method, path }: TrafficExchange): string {
  const [pathname = ''] = path.split('?');
  const [template = pathname] = findOperation(DOCUMENT_OF[base], method, pathname) ?? [];
  return `${method} ${template}`;
}
