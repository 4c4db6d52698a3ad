/**
 * Compares requests to a real service and their responses with the interface, with a world here and with the life
 * cycles; collects the differences.
 */
import type { TrafficDifference, TrafficReport, TrafficTiming } from '../../contract/scenario/traffic-report.ts';
import { REDACTED, redactText, secretsIn } from '../../engine/redact-secrets.ts';
import { isCredentialName } from '../../engine/redaction/credential-names.ts';
import { type PlacedIssue, parsed, responseDifferences } from '../../scenario/compare/response-differences.ts';
import type { ScenarioResponse } from '../../scenario/run/scenario-host.ts';
import { contractFaults, operationLabel } from './contract-faults.ts';
import { createLifeCycleCheck } from './life-cycle-faults.ts';
import type { MirrorWorld } from './mirror-world.ts';
import type { TrafficExchange } from './traffic-exchange.ts';

/** Reports leave out the credentials that clients sent, even if a message repeats them. */
function createShownSecrets() {
  const shown = new Set<string>();
  const plain = (text: string) => redactText(text, [...shown]);
  return {
    note({ requestHeaders }: TrafficExchange) {
      for (const secret of secretsIn(Object.entries(requestHeaders).flat().join('\n'), [])) shown.add(secret);
    },
    plain,
    plainIssue: ({ place, issue }: PlacedIssue): PlacedIssue => ({
      place,
      issue: place.split('/').some(isCredentialName) ? withoutValues(issue) : plain(issue),
    }),
  };
}

/** Describes a credential without showing any part of it. */
function withoutValues(issue: string): string {
  return issue.replace(/"(?:[^"\\]|\\.)*"|'[^']*'|\b\d[\w.-]*/g, REDACTED);
}

/** After these requests to the control plane, an earlier state is restored. */
const GOES_BACK = /^\/(?:reset|snapshots\/[^/]+\/restore)$/;

export interface TrafficHolder {
  /** Call it with each request in its order. */
  hold(exchange: TrafficExchange): Promise<void>;
  report(): TrafficReport;
}

interface Times {
  readonly real: number[];
  readonly here: number[];
}

/** `mirror` null: no world is queried. */
export function createTrafficHolder(mirror: MirrorWorld | null): TrafficHolder {
  const differences = new Map<string, TrafficDifference>();
  const times = new Map<string, Times>();
  const skipped: TrafficReport['skipped'] = [];
  let lifeCycles = createLifeCycleCheck();
  let isControlled = false;
  let requests = 0;
  let compared = 0;
  const secrets = createShownSecrets();
  const note = (operation: string, against: TrafficDifference['against'], found: PlacedIssue) => {
    const { place: exact, issue } = secrets.plainIssue(found);
    // One entry represents all entries of a list.
    const place = exact.replaceAll(/\/\d+(?=\/|$)/g, '/0');
    addDifference(differences, { operation, place, against, issue, count: 1, first: requests });
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
      secrets.note(exchange);
      const { gap } = exchange;
      if (gap !== null) {
        skipped.push({ request: requests, reason: gap.reason });
        // A request that a fault kept from the service is sent here only if that fault is set here, too.
        if (gap.isProcessed || isControlled) await ask(mirror, exchange);
        return;
      }
      // Only the real service has this rate limit, and it has executed nothing.
      const isLimited = exchange.status === 429 && !isControlled;
      const own = isLimited ? null : await ask(mirror, exchange);
      const operation = secrets.plain(operationLabel(exchange));
      compared += 1;
      const faults = contractFaults(exchange, own);
      for (const fault of faults) note(operation, 'contract', fault);
      for (const found of worldDifferences(exchange, own, faults)) note(operation, 'world', found);
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
      differences: [...plainDifferences(differences.values(), secrets.plain)].sort(inOrder),
      timings: plainTimes(times, secrets.plain)
        .map(([operation, taken]) => timingOf(operation, taken))
        .sort(inOrder),
    }),
  };
}

/** A credential may have been in a response before a client sent it, so that only now is it known to be one. */
function plainDifferences(
  differences: Iterable<TrafficDifference>,
  plain: (text: string) => string,
): Iterable<TrafficDifference> {
  const shown = new Map<string, TrafficDifference>();
  for (const { operation, place, issue, ...rest } of differences)
    addDifference(shown, { operation: plain(operation), place: plain(place), issue: plain(issue), ...rest });
  return shown.values();
}

function plainTimes(times: Iterable<[string, Times]>, plain: (text: string) => string): [string, Times][] {
  return [...Map.groupBy(times, ([operation]) => plain(operation))].map(([operation, taken]) => [
    operation,
    { real: taken.flatMap(([, { real }]) => real), here: taken.flatMap(([, { here }]) => here) },
  ]);
}

/** Counts a difference that is there already. */
function addDifference(all: Map<string, TrafficDifference>, difference: TrafficDifference): void {
  const { operation, against, place, issue, count } = difference;
  const key = [operation, against, place, issue].join('\n');
  const before = all.get(key);
  all.set(key, before === undefined ? difference : { ...before, count: before.count + count });
}

async function ask(mirror: MirrorWorld | null, exchange: TrafficExchange) {
  if (mirror === null) return null;
  const own = await mirror.send(exchange);
  mirror.learn(exchange, own);
  return own;
}

/** A place with an issue of the interface is not reported again; for a status, the one here shows what is expected. */
function worldDifferences(
  exchange: TrafficExchange,
  own: ScenarioResponse | null,
  faults: readonly PlacedIssue[],
): PlacedIssue[] {
  if (own === null) return [];
  const reported = new Set(faults.map(({ place }) => place.toLowerCase()));
  return responseDifferences(exchange, own).filter(
    ({ place }) => place === 'status' || !reported.has(place.toLowerCase()),
  );
}

function timingOf(operation: string, { real, here }: Times): TrafficTiming {
  return {
    operation,
    requests: real.length,
    median_ms: at(real, 0.5),
    p95_ms: at(real, 0.95),
    here_median_ms: here.length === 0 ? null : at(here, 0.5),
    here_p95_ms: here.length === 0 ? null : at(here, 0.95),
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
