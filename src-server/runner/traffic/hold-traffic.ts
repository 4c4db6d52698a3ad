/** Holds exchanges with a real service against the interface, a world here and the life cycles; gathers what differs. */
import type { DocumentName } from '../../contract/openapi/bases.ts';
import type { TrafficDifference, TrafficReport, TrafficTiming } from '../../contract/scenario/traffic-report.ts';
import type { ScenarioAnswer } from '../../scenario/run/scenario-host.ts';
import { answerDifferences, type PlacedIssue } from './answer-differences.ts';
import { documentFaults, findOperation } from './document-faults.ts';
import { createLifeCycleCheck } from './life-cycle-faults.ts';
import { type MirrorWorld, parsed } from './mirror-world.ts';
import type { TrafficBase, TrafficExchange } from './traffic-exchange.ts';

const DOCUMENT_OF: Readonly<Record<TrafficBase, DocumentName>> = {
  A: 'form-a',
  B: 'form-b',
  both: 'both',
  control: 'control',
};

/** After these of the control plane, everything is as it was before. */
const GOES_BACK = /^\/(?:reset|snapshots\/[^/]+\/restore)$/;

export interface TrafficHolder {
  /** To be called with each exchange in its order. */
  hold(exchange: TrafficExchange): Promise<void>;
  report(): TrafficReport;
}

/** `mirror` null: no world is asked. */
export function createTrafficHolder(mirror: MirrorWorld | null): TrafficHolder {
  const differences = new Map<string, TrafficDifference>();
  const times = new Map<string, { readonly real: number[]; readonly here: number[] }>();
  const skipped: TrafficReport['skipped'] = [];
  let lifeCycles = createLifeCycleCheck();
  let isControlled = false;
  let requests = 0;
  let compared = 0;
  const note = (operation: string, against: TrafficDifference['against'], { place: exact, issue }: PlacedIssue) => {
    // Of lists, one entry says it for all.
    const place = exact.replaceAll(/\/\d+(?=\/|$)/g, '/0');
    const key = [operation, against, place, issue].join('\n');
    const before = differences.get(key);
    const { count = 0, first = requests } = before ?? {};
    differences.set(key, { operation, place, against, issue, count: count + 1, first });
  };
  return {
    async hold(exchange) {
      if (exchange.base === 'control') {
        isControlled = true;
        if (GOES_BACK.test(exchange.path)) lifeCycles = createLifeCycleCheck();
        await ask(mirror, exchange);
        return;
      }
      requests += 1;
      const reason = skipReason(exchange);
      if (reason !== null) {
        skipped.push({ request: requests, reason });
        // It may have been processed. What a fault kept from the service is asked where that fault is set here, too.
        if (exchange.injected === null || isControlled) await ask(mirror, exchange);
        return;
      }
      const own = await ask(mirror, exchange);
      const operation = operationOf(exchange);
      compared += 1;
      for (const fault of contractFaults(exchange, own)) note(operation, 'contract', fault);
      if (own !== null) for (const found of answerDifferences(exchange, own)) note(operation, 'world', found);
      for (const fault of lifeCycles.faultsOf(parsed(exchange.text))) note(operation, 'life_cycle', fault);
      const taken = times.get(operation) ?? { real: [], here: [] };
      taken.real.push(exchange.durationMs);
      if (own !== null) taken.here.push(own.durationMs);
      times.set(operation, taken);
    },
    report: () => ({
      requests,
      compared,
      skipped,
      differences: [...differences.values()].sort(inOrder),
      timings: [...times].map(([operation, taken]) => timingOf(operation, taken)).sort(inOrder),
    }),
  };
}

async function ask(mirror: MirrorWorld | null, exchange: TrafficExchange) {
  if (mirror === null) return null;
  const own = await mirror.answer(exchange);
  mirror.learn(exchange, own);
  return own;
}

function skipReason({ injected, status }: TrafficExchange): string | null {
  return injected ?? (status === null ? 'nothing was answered' : null);
}

/** What the world here answers in the same way is no difference: a fault was set in both, for one. */
function contractFaults(exchange: TrafficExchange, own: ScenarioAnswer | null): PlacedIssue[] {
  const faults = faultsOf(exchange, exchange.status, exchange.headers, exchange.text);
  if (faults.length === 0 || own === null) return faults;
  const here = new Set(faultsOf(exchange, own.status, own.headers, own.text).map(keyOf));
  return faults.filter((fault) => !here.has(keyOf(fault)));
}

function faultsOf(
  { base, method, path, requestBody }: TrafficExchange,
  status: number | null,
  headers: Readonly<Record<string, string>>,
  text: string,
): PlacedIssue[] {
  const [pathname = ''] = path.split('?');
  const sent = requestBody === null ? {} : { sent: requestBody };
  const exchanged = { method, url: pathname, status: status ?? 0, headers: plainHeaders(headers), text, ...sent };
  return documentFaults(DOCUMENT_OF[base], exchanged, pathname).map(inWords);
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
function inWords({ place, issue }: PlacedIssue): PlacedIssue {
  const [, missing] = /^must have required property '(\w+)'/.exec(issue) ?? [];
  if (missing !== undefined) return { place: `${place}/${missing}`, issue: 'is missing' };
  const [, unknown] = /"(?:additionalProperty|unevaluatedProperty)":"([^"]+)"/.exec(issue) ?? [];
  if (unknown !== undefined) return { place: `${place}/${unknown}`, issue: 'is not a field of the interface' };
  return { place, issue };
}

function keyOf({ place, issue }: PlacedIssue): string {
  return `${place} ${issue}`;
}

/** `POST /rebalance/{rebalance_id}/execute`; of a path that is none of the interface, the path. */
export function operationOf({ base, method, path }: TrafficExchange): string {
  const [pathname = ''] = path.split('?');
  const [template = pathname] = findOperation(DOCUMENT_OF[base], method, pathname) ?? [];
  return `${method} ${template}`;
}

function timingOf(
  operation: string,
  { real, here }: { readonly real: number[]; readonly here: number[] },
): TrafficTiming {
  return {
    operation,
    requests: real.length,
    median_ms: at(real, 0.5),
    p95_ms: at(real, 0.95),
    here_median_ms: here.length === 0 ? null : at(here, 0.5),
  };
}

function at(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return Math.round((sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0) * 10) / 10;
}

function inOrder(left: { readonly operation: string; readonly place?: string }, right: typeof left): number {
  const [a, b] = [left, right].map(({ operation, place = '' }) => `${operation} ${place}`);
  return (a ?? '') < (b ?? '') ? -1 : 1;
}
