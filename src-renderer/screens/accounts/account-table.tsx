/** The accounts with their tiers and what they used this month. */
import { Badge, Button, Code, Text } from '@mantine/core';
import { useState } from 'react';
import type { AccountView } from '../../../src-server/contract/control/accounts/accounts.ts';
import { formatInstant } from '../../components/format/format-time.ts';
import { formatLimit } from '../../components/limits/limit-text.ts';
import { QuotaMeter } from '../../components/limits/quota-meter.tsx';
import { DataTable } from '../../components/tables/data-table.tsx';
import type { Column } from '../../components/tables/table-column.ts';
import { AccountDialog } from './account-dialog.tsx';

export function AccountTable({ accounts }: { readonly accounts: readonly AccountView[] }) {
  return (
    <DataTable
      label="Accounts"
      columns={ACCOUNT_COLUMNS}
      rows={accounts}
      rowKey={(row) => row.account_id}
      empty={<strong>There is no account.</strong>}
    />
  );
}

const ACCOUNT_COLUMNS: readonly Column<AccountView>[] = [
  { id: 'name', header: 'Account', overflow: 'clip', accessor: (row) => row.name, cell: (row) => row.name },
  {
    id: 'account_id',
    header: 'Id',
    accessor: (row) => row.account_id,
    cell: (row) => <Code>{row.account_id}</Code>,
  },
  { id: 'tier', header: 'Tier', accessor: (row) => row.tier, cell: (row) => <Badge>{row.tier}</Badge> },
  {
    id: 'used',
    header: 'Events this month',
    hint: 'Accepted Form A rebalances and Form B plans that are no dry runs, in the UTC month of the virtual clock',
    accessor: (row) => row.quota.used,
    cell: (row) => <QuotaMeter quota={row.quota} />,
  },
  {
    id: 'resets_at',
    header: 'Begins anew',
    unit: '(virtual UTC)',
    accessor: (row) => row.quota.resets_at,
    cell: (row) => formatInstant(row.quota.resets_at).slice(0, 16),
  },
  {
    id: 'rate_limit',
    header: 'Requests a minute',
    hint: 'Of each of its keys',
    accessor: (row) => row.rate_limit,
    cell: (row) =>
      row.rate_limit === null ? (
        <Text span c="dimmed">
          as the server
        </Text>
      ) : (
        formatLimit(row.rate_limit)
      ),
  },
  { id: 'keys', header: 'Keys', align: 'right', accessor: (row) => row.active_keys, cell: (row) => row.active_keys },
  { id: 'change', header: 'Change', align: 'right', cell: (row) => <ChangeButton account={row} /> },
];

function ChangeButton({ account }: { readonly account: AccountView }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={`Change the account ${account.name}`}
        onClick={() => setOpen(true)}
      >
        Change…
      </Button>
      {isOpen && <AccountDialog account={account} onClose={() => setOpen(false)} />}
    </>
  );
}
