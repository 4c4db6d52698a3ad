/** The injected fault that affected a webhook, with a link to it. */
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { formatWireKind } from '../faults/wire-fault-kinds.ts';
import { Badge } from '../layout/badge.tsx';
import { type Column, valueColumn } from '../tables/table-column.ts';

interface Injected {
  readonly fault_id: string;
  readonly kind: string;
}

const labelOf = ({ kind }: Injected) => formatWireKind(kind as Parameters<typeof formatWireKind>[0]).label;

function InjectedBadge(injected: Injected) {
  return (
    <Badge color="warn" title="Injected fault">
      ! {labelOf(injected)}
    </Badge>
  );
}

export function InjectedFault(injected: Injected) {
  return (
    <>
      <InjectedBadge {...injected} /> <Link to={paths.fault(injected.fault_id)}>See the fault</Link>
    </>
  );
}

type Row = { readonly injected: Injected | null };

export const INJECTED_COLUMN: Column<Row> = valueColumn(
  'injected',
  'Injected',
  ({ injected }: Row) => (injected === null ? null : labelOf(injected)),
  (_, { injected }) => injected !== null && <InjectedBadge {...injected} />,
  { hint: 'The injected fault that hit it' },
);
