/** Accounts: who may call the service, how much of the month is used, and with which keys. Shows a secret exactly once. */
import { Button, Group } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { CreatedKey } from '../../../src-server/contract/control/accounts/accounts.ts';
import { useAccounts, useApiKeys, useTiers } from '../../api/accounts-api.ts';
import { QueryBoundary } from '../../components/feedback/query-boundary.tsx';
import { Page, PageHeader } from '../../components/layout/page.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { useAddressDialog } from '../../components/layout/use-address-dialog.ts';
import { formatLimit } from '../../components/limits/limit-text.ts';
import { AccountDialog } from './account-dialog.tsx';
import { AccountTable } from './account-table.tsx';
import { KeyDialog } from './key-dialog.tsx';
import { KeyTable } from './key-table.tsx';
import { NewSecret } from './new-secret.tsx';

export function AccountsPage() {
  const accounts = useAccounts();
  const keys = useApiKeys();
  const adding = useAddressDialog('new-account');
  const makingKey = useAddressDialog('new-key');
  const [made, setMade] = useState<CreatedKey | null>(null);
  return (
    <Page>
      <title>Accounts · Ballast</title>
      <PageHeader>
        <h1>Accounts</h1>
        <Group ml="auto" gap="sm">
          <Button variant="default" leftSection={<IconPlus size={14} aria-hidden />} onClick={adding.open}>
            New account…
          </Button>
        </Group>
      </PageHeader>
      {made !== null && <NewSecret made={made} onDone={() => setMade(null)} />}
      <QueryBoundary read={accounts} doing="Reading the accounts">
        {(data) => (
          <Panel title="Accounts" layoutKey="accounts/accounts" side={<TierLabels />}>
            <AccountTable accounts={data.accounts} />
          </Panel>
        )}
      </QueryBoundary>
      <QueryBoundary read={keys} doing="Reading the keys">
        {(data) => (
          <Panel
            title="API keys"
            layoutKey="accounts/keys"
            side={
              <Button size="compact-xs" variant="default" onClick={makingKey.open}>
                New key…
              </Button>
            }
          >
            <KeyTable keys={data.keys} />
          </Panel>
        )}
      </QueryBoundary>
      {adding.isOpen && <AccountDialog account={null} onClose={adding.close} />}
      {makingKey.isOpen && (
        <KeyDialog accounts={accounts.data?.accounts ?? []} onMade={setMade} onClose={makingKey.close} />
      )}
    </Page>
  );
}

/** What each tier allows, in one line. */
function TierLabels() {
  const { data } = useTiers();
  const tiers = data?.tiers ?? [];
  if (tiers.length === 0) return null;
  const words = tiers.map(({ tier, monthly_limit: limit }) => `${tier} ${formatLimit(limit)}`);
  return <>{words.join(' · ')} events a month</>;
}
