/** Where the objects that a node of a trace names can be looked at. Pure. */

import type { TraceNode } from '../../../../src-server/contract/control/world/trace.ts';
import { paths } from '../../../paths.ts';

export interface TraceLink {
  readonly to: string;
  readonly label: string;
}

/** What the node itself is comes first. */
export function traceLinks(node: TraceNode): TraceLink[] {
  const places = [node.data, ...INSIDE.map((field) => node.data[field])];
  const links = [
    ownLink(node),
    ...NAMED.flatMap(([field, link]) =>
      places.map((place) => named((place as Fields | null | undefined)?.[field], link)),
    ),
  ];
  return links.filter((link, position) => link !== null && !isRepeated(link, links.slice(0, position))) as TraceLink[];
}

type Fields = Readonly<Record<string, unknown>>;

/** Fields that hold fields: those of an event of the log, the fault that hit a request or an attempt. */
const INSIDE = ['data', 'fault', 'injected'];

function ownLink({ id, kind, data }: TraceNode): TraceLink | null {
  const [object = ''] = id.split('/');
  switch (kind) {
    case 'request':
    case 'command':
      return { to: paths.request(object), label: 'The request' };
    case 'delivery':
    case 'attempt':
      return { to: paths.delivery(object), label: 'The delivery' };
    case 'sink':
      return named(data.name, (name) => ({ to: paths.sink(name), label: 'The sink' }));
    case 'event':
      return null;
  }
}

const NAMED: readonly (readonly [string, (id: string) => TraceLink])[] = [
  ['rebalance_id', (id) => ({ to: paths.rebalance(id), label: 'The rebalance' })],
  ['portfolio_id', (id) => ({ to: paths.portfolio(id), label: 'The portfolio' })],
  ['fault_id', (id) => ({ to: paths.fault(id), label: 'The fault' })],
];

function named(value: unknown, link: (id: string) => TraceLink): TraceLink | null {
  return typeof value === 'string' && value !== '' ? link(value) : null;
}

function isRepeated(link: TraceLink, before: readonly (TraceLink | null)[]): boolean {
  return before.some((other) => other?.to === link.to);
}
