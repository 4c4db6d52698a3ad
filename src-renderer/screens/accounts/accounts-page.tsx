/** Accounts: their names, the used share of the month's quota, and their keys. Shows a secret exactly once. */
import { Box, Button, Code, Group } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Notice } from '../../components/feedback/notice.tsx';
import { CopyText } from '../../components/layout/copy-text.tsx';
import { Page, PageHeader } from '../../components/layout/page.tsx';
import { useAddressDialog } from '../../components/layout/use-address-dialog.ts';
import { putAway, showKeyOnce, useShownOnce } from '../../state/shown-once-store.ts';
import { AccountDialog, AccountPanel } from './account-panel.tsx';
import { KeyPanel } from './key-panel.tsx';

export function AccountsPage() {
  const adding = useAddressDialog('new-account');
  // Their secrets are shown here until they are dismissed, and then nowhere.
  const made = useShownOnce(({ keys }) => keys);
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
      {made.map((key) => (
        <Notice
          key={key.key_id}
          tone="ok"
          side={
            <Button variant="default" onClick={() => putAway(key)}>
              I have copied the secret
            </Button>
          }
        >
          <strong>The secret of {key.name}</strong> for the account <Code>{key.account_id}</Code>. It is shown only
          once, because Ballast stores only its hash.
          <Box mt="xs">
            <CopyText text={key.secret} what="the secret" />
          </Box>
        </Notice>
      ))}
      <AccountPanel />
      <KeyPanel onMade={showKeyOnce} />
      {adding.isOpen && <AccountDialog account={null} onClose={adding.close} />}
    </Page>
  );
}
