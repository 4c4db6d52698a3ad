/** How many requests of each key count just now, against the limit in force for it. */

import { Code, Text } from '@mantine/core';
import type { KeyView } from '../../../src-server/contract/control/accounts/accounts.ts';
import type { Limits } from '../../../src-server/contract/control/world/storage.ts';
import { formatCount } from '../../components/format/format-number.ts';
import { formatLimit } from '../../components/limits/limit-text.ts';
import { DataTable } from '../../components/tables/data-table.tsx';
import type { Column } from '../../components/tables/table-column.ts';

interface KeyUseTableProps {
  readonly limits: Limits;
  /** For their names; empty until they have been read. */
  readonly keys: readonly KeyView[];
}

interface UseRow {
  readonly keyId: string;
  readonly name: string;
  readonly accountId: string;
  readonly limit: number | 'off';
  /** Null where nothing is counted. */
  readonly used: number | null;
  readonly source: string;
}

export function KeyUseTable({ limits, keys }: KeyUseTableProps) {
  return (
    <DataTable
      label="Requests of each key"
      columns={COLUMNS}
      rows={limits.keys.map((use) =>
        rowOf(
          use,
          keys.find(({ key_id: id }) => id === use.key_id),
        ),
      )}
      rowKey={(row) => row.keyId}
      empty={<strong>There is no key that is not revoked.</strong>}
    />
  );
}

function rowOf({ key_id: keyId, limit, used }: Limits['keys'][number], key: KeyView | undefined): UseRow {
  const source = key === undefined || key.rate_limit === null ? 'account’s or server’s' : 'its own';
  return { keyId, name: key?.name ?? keyId, accountId: key?.account_id ?? '', limit, used, source };
}

const COLUMNS: readonly Column<UseRow>[] = [
  { id: 'name', header: 'Key', overflow: 'clip', accessor: (row) => row.name, cell: (row) => row.name },
  {
    id: 'account',
    header: 'Account',
    accessor: (row) => row.accountId,
    cell: (row) => <Code>{row.accountId}</Code>,
  },
  {
    id: 'used',
    header: 'Requests in the last 60 s',
    align: 'right',
    accessor: (row) => row.used,
    cell: (row) => <Used row={row} />,
  },
  { id: 'limit', header: 'Limit', align: 'right', accessor: (row) => row.limit, cell: (row) => formatLimit(row.limit) },
  { id: 'source', header: 'Whose limit', accessor: (row) => row.source, cell: (row) => row.source },
];

function Used({ row: { used, limit } }: { readonly row: UseRow }) {
  if (used === null)
    return (
      <Text span c="dimmed">
        not counted
      </Text>
    );
  if (typeof limit !== 'number' || used < limit) return formatCount(used);
  return (
    <Text span c="fail">
      ■ {formatCount(used)}: the next is 429
    </Text>
  );
}
