/** Who may call the service, in short: what each account has used of its month, and the tiers. Changed where they live. */
import { Badge, Button, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { AccountView } from '../../../src-server/contract/control/accounts/accounts.ts';
import { useAccounts, useApiKeys, useTiers } from '../../api/accounts-api.ts';
import { QueryBoundary } from '../../components/feedback/query-boundary.tsx';
import { formatCount, plural } from '../../components/format/format-number.ts';
import { formatInstant } from '../../components/format/format-time.ts';
import { Facts } from '../../components/layout/facts.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { formatLimit } from '../../components/limits/limit-text.ts';
import { QuotaMeter } from '../../components/limits/quota-meter.tsx';
import { DataTable } from '../../components/tables/data-table.tsx';
import type { Column } from '../../components/tables/table-column.ts';
import { paths } from '../../paths.ts';

export function AccessSettings() {
  const accounts = useAccounts();
  return (
    <QueryBoundary read={accounts} doing="Reading the accounts">
      {({ accounts: rows }) => (
        <>
          <Totals accounts={rows} />
          <Panel title="Use of the month" side={<ManageButton />}>
            <DataTable
              label="Use of the month"
              columns={COLUMNS}
              rows={rows}
              rowKey={(row) => row.account_id}
              empty={<strong>There is no account.</strong>}
            />
          </Panel>
        </>
      )}
    </QueryBoundary>
  );
}

function Totals({ accounts }: { readonly accounts: readonly AccountView[] }) {
  const keys = useApiKeys().data?.keys ?? [];
  const tiers = useTiers().data?.tiers ?? [];
  const usedUp = accounts.filter(({ quota }) => quota.remaining === 0).length;
  return (
    <Panel title="In short">
      <Facts>
        <div>
          <dt>Accounts</dt>
          <dd>{formatCount(accounts.length)}</dd>
        </div>
        <div>
          <dt>Keys</dt>
          <dd>
            {formatCount(keys.filter(({ status }) => status === 'active').length)}{' '}
            <small>active, {formatCount(keys.filter(({ status }) => status === 'revoked').length)} revoked</small>
          </dd>
        </div>
        <div>
          <dt>Quotas</dt>
          <dd>
            {usedUp === 0 ? (
              <Text span c="ok">
                none used up
              </Text>
            ) : (
              <Text span c="fail">
                {usedUp} used up
              </Text>
            )}
          </dd>
        </div>
        {tiers.map(({ tier, monthly_limit: limit, accounts: having }) => (
          <div key={tier}>
            <dt>Tier {tier} (events a month)</dt>
            <dd>
              {formatLimit(limit)} <small>{plural(having, 'account')}</small>
            </dd>
          </div>
        ))}
      </Facts>
    </Panel>
  );
}

function ManageButton() {
  return (
    <Button component={Link} to={paths.accounts} size="compact-xs" variant="default">
      Accounts and keys…
    </Button>
  );
}

const COLUMNS: readonly Column<AccountView>[] = [
  { id: 'name', header: 'Account', accessor: (row) => row.name },
  { id: 'tier', header: 'Tier', accessor: (row) => row.tier, cell: (row) => <Badge>{row.tier}</Badge> },
  {
    id: 'used',
    header: 'Events this month',
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
  { id: 'keys', header: 'Keys', align: 'right', accessor: (row) => row.active_keys },
];
