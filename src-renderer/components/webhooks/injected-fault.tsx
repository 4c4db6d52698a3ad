/** The injected faults that affected a webhook, with a link to each. */
import { Group } from '@mantine/core';
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

/** A delivery has several attempts, and each may be hit by another fault; a message in a sink is one attempt. */
type Row = { readonly injected: Injected | null; readonly injections?: readonly Injected[] };

function injectionsOf({ injected, injections }: Row): readonly Injected[] {
  if (injections !== undefined) return injections;
  return injected === null ? [] : [injected];
}

export const INJECTED_COLUMN: Column<Row> = valueColumn(
  'injected',
  'Injected',
  (row: Row) => injectionsOf(row).map(labelOf).join(', ') || null,
  (_, row) => (
    <Group gap="xs">
      {injectionsOf(row).map((each) => (
        <InjectedBadge key={each.fault_id} {...each} />
      ))}
    </Group>
  ),
  { hint: 'The injected faults that hit its attempts' },
);
