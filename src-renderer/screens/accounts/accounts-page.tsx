/** Accounts: who may call the service, how much of the month is used, and with which keys. Shows a secret exactly once. */
import { Box, Button, Code, Group } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { CreatedKey } from '../../../src-server/contract/control/accounts/accounts.ts';
import { Notice } from '../../components/feedback/notice.tsx';
import { CopyText } from '../../components/layout/copy-text.tsx';
import { Page, PageHeader } from '../../components/layout/page.tsx';
import { useAddressDialog } from '../../components/layout/use-address-dialog.ts';
import { AccountDialog, AccountPanel } from './account-panel.tsx';
import { KeyPanel } from './key-panel.tsx';

export function AccountsPage() {
  const adding = useAddressDialog('new-account');
  // Its secret stands here until it is put away, and then nowhere.
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
      {made !== null && (
        <Notice
          tone="ok"
          side={
            <Button variant="default" onClick={() => setMade(null)}>
              I have copied the key
            </Button>
          }
        >
          <strong>The secret of {made.name}</strong> for the account <Code>{made.account_id}</Code>. It is shown only
          once, because Ballast stores only its hash.
          <Box mt="xs">
            <CopyText text={made.secret} what="the secret" />
          </Box>
        </Notice>
      )}
      <AccountPanel />
      <KeyPanel onMade={setMade} />
      {adding.isOpen && <AccountDialog account={null} onClose={adding.close} />}
    </Page>
  );
}
