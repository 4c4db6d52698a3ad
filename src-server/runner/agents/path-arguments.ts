/**
 * Validates the arguments in the path of an operation: each is one segment, whatever it contains. Refuses texts that
 * cannot be an id of the resource, and those that a client would resolve to another path (`..`).
 */
import { z } from 'zod';
import { SNAPSHOT_NAME } from '../../contract/control/world/snapshots.ts';
import { worldName } from '../../contract/control/worlds/worlds.ts';
import { SINK_NAME, SINK_NAME_RULE } from '../../contract/fields/sink-name.ts';
import type { Operation } from '../../contract/openapi/operation.ts';

interface Shape {
  readonly pattern: RegExp;
  readonly issue: string;
}

const idOf = (prefix: string, what: string): Shape => ({
  pattern: new RegExp(`^${prefix}_[0-9A-Za-z]{1,40}$`),
  issue: `is not the identifier of ${what}: ${prefix}_ and letters and digits`,
});

/** By the preceding segment. */
const SHAPES: Readonly<Record<string, Shape>> = {
  portfolios: idOf('pf', 'a portfolio'),
  rebalances: idOf('rb', 'a rebalance'),
  rebalance: idOf('rb', 'a rebalance'),
  orders: idOf('or', 'an order'),
  faults: idOf('ft', 'a fault'),
  deliveries: idOf('dl', 'a delivery'),
  'lab-runs': idOf('lab', 'a lab run'),
  explorations: idOf('ex', 'an exploration'),
  'scenario-runs': idOf('sr', 'a scenario run'),
  journal: { pattern: /^[\w-]{1,100}$/, issue: 'is not the identifier of a request' },
  trace: { pattern: /^[a-z]{2}_[0-9A-Za-z]{1,40}$/, issue: 'is not an identifier: two letters, _, letters and digits' },
  exchanges: { pattern: /^[0-9A-Za-z]{4}$/, issue: 'is not a MIC: four letters and digits' },
  prices: { pattern: /^[0-9A-Za-z]{1,12}$/, issue: 'is not an ISIN: twelve letters and digits' },
  sinks: { pattern: SINK_NAME, issue: `is not the name of a sink: ${SINK_NAME_RULE}` },
  snapshots: { pattern: SNAPSHOT_NAME, issue: 'is not the name of a snapshot: 1 to 64 of A-Za-z0-9._-' },
  scenarios: {
    pattern: /^[^\\\p{Cc}\u2028\u2029]{1,400}\.(?:ya?ml|json)$/u,
    issue: 'is not the name of a scenario file',
  },
};

/** Returns the names of the parameters in a path. */
export function pathParameters({ path }: Pick<Operation, 'path'>): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name));
}

/** Returns the schema of a path argument. */
export function pathArgument({ path, parameters = {} }: Pick<Operation, 'path' | 'parameters'>, name: string) {
  const before =
    path
      .slice(0, path.indexOf(`{${name}}`))
      .split('/')
      .at(-2) ?? '';
  const description = parameters[name] ?? name;
  if (before === 'worlds') return worldName.describe(description);
  const shape = SHAPES[before];
  if (shape === undefined) throw new Error(`no tool takes an argument of a path below ${before}`);
  return z
    .string()
    .regex(shape.pattern, shape.issue)
    .refine((value) => isStep(value), 'is a step that leads to another path')
    .describe(description);
}

/**
 * Refuses segments that are dropped or go up when an address is resolved; a file name may have several segments, all of
 * them names.
 */
function isStep(value: string): boolean {
  return value.split('/').every((step) => !/^\.{0,2}$/.test(step.replaceAll(/%2e/gi, '.')));
}

/** Returns the path with its arguments, which were validated by their schemas. */
export function filledPath(operation: Pick<Operation, 'path'>, given: Readonly<Record<string, unknown>>): string {
  return operation.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(given[name])));
}
