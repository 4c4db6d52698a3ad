/** Accounts: who may call the service, how much of the month is used, and with which keys. Shows a secret exactly once. */
import { Button, Code, Group } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { CreatedKey } from '../../../src-server/contract/control/accounts/accounts.ts';
import { useAccounts, useApiKeys, useTiers } from '../../api/accounts-api.ts';
import { Notice } from '../../components/feedback/notice.tsx';
import { QueryBoundary } from '../../components/feedback/query-boundary.tsx';
import { CopyText } from '../../components/layout/copy-text.tsx';
import { Page, PageHeader } from '../../components/layout/page.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { useAddressDialog } from '../../components/layout/use-address-dialog.ts';
import classes from '../../components/limits/accounts.module.css';
import { formatLimit } from '../../components/limits/limit-text.ts';
import { AccountDialog, AccountTable } from './account-table.tsx';
import { KeyDialog, KeyTable } from './key-table.tsx';

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
      {makingKey.isOpen && accounts.data !== undefined && (
        <KeyDialog accounts={accounts.data.accounts} onMade={setMade} onClose={makingKey.close} />
      )}
    </Page>
  );
}

/** What each tier allows, in one line. */
function TierLabels() {
  const { data, error } = useTiers();
  if (data === undefined) return error && `Reading the tiers failed: ${error.message}`;
  const limits = data.tiers.map(({ tier, monthly_limit: limit }) => `${tier} ${formatLimit(limit)}`);
  return <>{limits.join(' · ')} events a month</>;
}

/** The secret of a key that was just made. It stands here until it is put away, and then nowhere. */
function NewSecret({ made, onDone }: { readonly made: CreatedKey; readonly onDone: () => void }) {
  return (
    <Notice
      tone="ok"
      side={
        <Button variant="default" onClick={onDone}>
          I have it
        </Button>
      }
    >
      <strong>The secret of {made.name}</strong> for the account <Code>{made.account_id}</Code>. It is shown this once;
      only its hash is kept.
      <div className={classes.newSecret}>
        <CopyText text={made.secret} what="the secret" />
      </div>
    </Notice>
  );
}
