/** Compares responses of a real service with the document of their base, as texts for people. */
import type { DocumentName } from '../../contract/openapi/bases.ts';
import type { PlacedIssue } from '../../scenario/compare/response-differences.ts';
import type { ScenarioResponse } from '../../scenario/run/scenario-host.ts';
import type { TrafficBase } from '../recording/service-address.ts';
import { documentFaults, findOperation } from './document-faults.ts';
import type { TrafficExchange } from './traffic-exchange.ts';

/** An issue that the world here shows, too, is not a difference: for example, a fault was set in both. */
export function contractFaults(exchange: TrafficExchange, own: ScenarioResponse | null): PlacedIssue[] {
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

/** Servers and their proxies add headers that are not in the interface. */
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

/** The message of the validator, for people who read reports. */
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

/** The details that the validator appends to a message. */
const DETAILS = / (\{.*\})$/;

function detailsIn(issue: string): Readonly<Record<string, unknown>> {
  const [, details] = DETAILS.exec(issue) ?? [];
  return details === undefined ? {} : JSON.parse(details);
}

function keyOf({ place, issue }: PlacedIssue): string {
  return `${place} ${issue}`;
}

/** `POST /rebalance/{rebalance_id}/execute`; for a path outside the interface, the path. */
export function operationLabel({ base, method, path }: TrafficExchange): string {
  const [pathname = ''] = path.split('?');
  const [template = pathname] = findOperation(DOCUMENT_OF[base], method, pathname) ?? [];
  return `${method} ${template}`;
}
