/**
 * A summary of access to the service: each account's use of the month, and the tiers. They are changed on their own
 * page.
 */

import type { AccountView, KeyView } from '../../../src-server/contract/control/accounts/accounts.ts';
import { useAccounts, useApiKeys, useTiers } from '../../api/accounts-api.ts';
import { QueryBoundary } from '../../components/feedback/query-boundary.tsx';
import { formatCount, plural } from '../../components/format/format-number.ts';
import { Badge } from '../../components/layout/badge.tsx';
import { Fact, Facts } from '../../components/layout/facts.tsx';
import { LinkButton } from '../../components/layout/link-button.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { Toned } from '../../components/layout/toned.tsx';
import { formatLimit } from '../../components/limits/limit-text.ts';
import { QUOTA_COLUMNS } from '../../components/limits/quota-meter.tsx';
import type { Column } from '../../components/tables/table-column.ts';
import { TablePanel } from '../../components/tables/table-panel.tsx';
import { paths } from '../../paths.ts';

export function AccessSettings() {
  const accounts = useAccounts();
  return (
    <QueryBoundary query={accounts} doing="Loading the accounts">
      {({ accounts: rows }) => (
        <>
          <Panel title="Summary">
            <Totals accounts={rows} />
          </Panel>
          <TablePanel
            title="Used this month"
            side={
              <LinkButton to={paths.accounts} size="compact-xs">
                Open Accounts
              </LinkButton>
            }
            columns={COLUMNS}
            rows={rows}
            rowKey={(row) => row.account_id}
            empty={<strong>There are no accounts.</strong>}
          />
        </>
      )}
    </QueryBoundary>
  );
}

function Totals({ accounts }: { readonly accounts: readonly AccountView[] }) {
  const keys = useApiKeys();
  const tiers = useTiers();
  const usedUp = accounts.filter(({ quota }) => quota.remaining === 0).length;
  return (
    <QueryBoundary query={keys} doing="Loading the keys">
      {(keyList) => (
        <QueryBoundary query={tiers} doing="Loading the tiers">
          {(tierList) => (
            <Facts>
              <Fact label="Accounts">{formatCount(accounts.length)}</Fact>
              <Fact label="Keys">
                {formatCount(active(keyList.keys))}{' '}
                <small>active, {formatCount(keyList.keys.length - active(keyList.keys))} revoked</small>
              </Fact>
              <Fact label="Quotas">
                <Toned tone={usedUp === 0 ? 'ok' : 'fail'}>{usedUp === 0 ? 'none used up' : `${usedUp} used up`}</Toned>
              </Fact>
              {tierList.tiers.map(({ tier, monthly_limit: limit, accounts: having }) => (
                <Fact key={tier} label={`Tier ${tier} (rebalances per month)`}>
                  {formatLimit(limit)} <small>{plural(having, 'account')}</small>
                </Fact>
              ))}
            </Facts>
          )}
        </QueryBoundary>
      )}
    </QueryBoundary>
  );
}

function active(keys: readonly KeyView[]): number {
  return keys.filter(({ status }) => status === 'active').length;
}

const COLUMNS: readonly Column<AccountView>[] = [
  { id: 'name', header: 'Account', accessor: (row) => row.name },
  { id: 'tier', header: 'Tier', accessor: (row) => row.tier, cell: (row) => <Badge>{row.tier}</Badge> },
  ...QUOTA_COLUMNS,
  { id: 'keys', header: 'Keys', align: 'right', accessor: (row) => row.active_keys },
];
