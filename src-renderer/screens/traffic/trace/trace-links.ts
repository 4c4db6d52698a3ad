/** Links to the entities in a node of a trace. Pure. */
import type { TraceNode } from '../../../../src-server/contract/control/world/trace.ts';
import { paths } from '../../../paths.ts';

type TraceLink = Readonly<Record<'to' | 'label', string>>;
type LinkTo = (id: string) => TraceLink;

const request: LinkTo = (id) => ({ to: paths.request(id), label: 'The request' });
const delivery: LinkTo = (id) => ({ to: paths.delivery(id), label: 'The delivery' });
const sink: LinkTo = (name) => ({ to: paths.sink(name), label: 'The sink' });

/** The entity of the node itself, by the prefix of its id. A sink has a name instead. */
const OWN: Partial<Record<TraceNode['kind'], LinkTo>> = { request, command: request, delivery, attempt: delivery };

const NAMED: readonly (readonly [string, LinkTo])[] = [
  ['rebalance_id', (id) => ({ to: paths.rebalance(id), label: 'The rebalance' })],
  ['portfolio_id', (id) => ({ to: paths.portfolio(id), label: 'The portfolio' })],
  ['fault_id', (id) => ({ to: paths.fault(id), label: 'The fault' })],
];

/** Fields that contain fields: those of an event of the log, the fault that hit a request or an attempt. */
const INSIDE = ['data', 'fault', 'injected'];

/** The node's own entity comes first; links are unique. */
export function traceLinks({ id, kind, data }: TraceNode): TraceLink[] {
  const sources = [data, ...INSIDE.map((field) => data[field])];
  const links = [
    ...(OWN[kind] === undefined ? [] : [OWN[kind](id.split('/')[0] ?? '')]),
    ...(kind === 'sink' ? named([data], 'name', sink) : []),
    ...NAMED.flatMap(([field, link]) => named(sources, field, link)),
  ];
  return links.filter(({ to }, position) => links.findIndex((other) => other.to === to) === position);
}

function named(sources: readonly unknown[], field: string, link: LinkTo): TraceLink[] {
  const values = sources.map((source) => (source as Readonly<Record<string, unknown>> | null | undefined)?.[field]);
  return values.flatMap((value) => (typeof value === 'string' && value !== '' ? [link(value)] : []));
}
