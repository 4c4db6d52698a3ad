/** The accounts with their tiers and their use this month. */

import { Button, Code } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import type { AccountView } from '../../../src-server/contract/control/accounts/accounts.ts';
import { ACCOUNT_ID, MONTHLY_LIMIT, RATE_LIMIT } from '../../../src-server/contract/control/text-rules.ts';
import { TIERS } from '../../../src-server/contract/fields/listed-choices.ts';
import { changeAccount, createAccount, useAccounts, useTiers } from '../../api/accounts-api.ts';
import { useLimits } from '../../api/world-api.ts';
import { QueryBoundary } from '../../components/feedback/query-boundary.tsx';
import type { Undoing } from '../../components/feedback/show-undoable.tsx';
import { ifAny, nameFault, ruleFault } from '../../components/format/text-fault.ts';
import { fieldsOf } from '../../components/forms/fields.tsx';
import { FormDialog } from '../../components/forms/form-dialog.tsx';
import { useServerForm } from '../../components/forms/use-server-form.ts';
import { Badge } from '../../components/layout/badge.tsx';
import { Dimmed } from '../../components/layout/dimmed.tsx';
import { formatLimit, limitFault } from '../../components/limits/limit-text.ts';
import { QUOTA_COLUMNS } from '../../components/limits/quota-meter.tsx';
import type { Column } from '../../components/tables/table-column.ts';
import { TablePanel } from '../../components/tables/table-panel.tsx';
import { type AccountDraft, accountChange, accountSettings, draftOf } from './account-draft.ts';

export function AccountPanel() {
  const query = useAccounts();
  const tiers = useTiers();
  const limits = tiers.data?.tiers.map(({ tier, monthly_limit: limit }) => `${tier} ${formatLimit(limit)}`).join(' · ');
  const failure = tiers.error && `Loading the tiers failed: ${tiers.error.message}`;
  const server = useLimits().data;
  const columns = useMemo(() => columnsOf(server === undefined ? '' : formatLimit(server.server ?? 'off')), [server]);
  return (
    <QueryBoundary query={query} doing="Loading the accounts">
      {({ accounts }) => (
        <TablePanel
          title="Accounts"
          layoutKey="accounts/accounts"
          side={limits === undefined ? failure : `${limits} rebalances per month`}
          columns={columns}
          rows={accounts}
          rowKey={(row) => row.account_id}
          empty={<strong>There are no accounts.</strong>}
        />
      )}
    </QueryBoundary>
  );
}

/** `serverLimit`: the limit of accounts without their own, as text. */
const columnsOf = (serverLimit: string): readonly Column<AccountView>[] => [
  { id: 'name', header: 'Account', overflow: 'clip', accessor: (row) => row.name },
  { id: 'account_id', header: 'Id', accessor: (row) => row.account_id, cell: (row) => <Code>{row.account_id}</Code> },
  { id: 'tier', header: 'Tier', accessor: (row) => row.tier, cell: (row) => <Badge>{row.tier}</Badge> },
  ...QUOTA_COLUMNS,
  {
    id: 'rate_limit',
    header: 'Requests per minute',
    hint: 'Limit of each API key of the account',
    accessor: (row) => row.rate_limit,
    cell: ({ rate_limit: limit }) =>
      limit === null ? (
        <>
          {serverLimit} <Dimmed>server’s limit</Dimmed>
        </>
      ) : (
        formatLimit(limit)
      ),
    copy: ({ rate_limit: limit }) => (limit === null ? `${serverLimit} server’s limit` : formatLimit(limit)),
  },
  { id: 'keys', header: 'Keys', align: 'right', accessor: (row) => row.active_keys },
  { id: 'change', header: 'Actions', align: 'right', cell: (row) => <ChangeButton account={row} /> },
];

function ChangeButton({ account }: { readonly account: AccountView }) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button size="compact-xs" variant="default" aria-label={`Change the account ${account.name}`} onClick={open}>
        Change…
      </Button>
      {isOpen && <AccountDialog account={account} onClose={close} />}
    </>
  );
}

interface AccountDialogProps {
  /** `null`: a new one. */
  readonly account: AccountView | null;
  readonly onClose: () => void;
}

const { TextField, SelectField } = fieldsOf<AccountDraft>();
const INITIAL_DRAFT: AccountDraft = { account_id: '', name: '', tier: 'growth', monthly_limit: '', rate_limit: '' };

/** "New account…" and "Change…": a name, a tier, and optional limits. */
export function AccountDialog({ account, onClose }: AccountDialogProps) {
  const isNew = account === null;
  const [opened] = useState(isNew ? INITIAL_DRAFT : draftOf(account));
  const form = useServerForm({
    initial: opened,
    send: (draft) => {
      if (!isNew) return changeAccount(account.account_id, accountChange(opened, draft));
      const { name, ...settings } = accountSettings(draft);
      return createAccount({ account_id: draft.account_id, ...(name.trim() === '' ? {} : { name }), ...settings });
    },
    done: ({ name }) => `The account ${name} is ${isNew ? 'made' : 'changed'}.`,
    after: onClose,
    undo: (_, draft) => (isNew ? null : changeBack(opened, draft)),
  });
  return (
    <FormDialog
      form={form}
      title={isNew ? 'New account' : `Change ${account.name}`}
      size={460}
      submitLabel={isNew ? 'Create account' : 'Save changes'}
      outcome={isNew ? 'A client can use it once it has an API key.' : 'Applies from the next request.'}
      onClose={onClose}
    >
      {isNew && (
        <TextField
          name="account_id"
          data-autofocus
          label="Id"
          whyNot={ruleFault(ACCOUNT_ID)}
          description="Lower-case letters, digits, hyphens and underscores. You cannot change it later."
        />
      )}
      <TextField
        name="name"
        data-autofocus={isNew ? undefined : true}
        label="Name"
        whyNot={isNew ? ifAny(nameFault) : nameFault}
      />
      <SelectField name="tier" label="Tier" data={[...TIERS]} />
      <TextField
        name="monthly_limit"
        label="Monthly rebalance limit"
        whyNot={ifAny(limitFault(MONTHLY_LIMIT))}
        description="A number or “unlimited”. Empty: the limit of its tier."
      />
      <TextField
        name="rate_limit"
        label="Requests per minute"
        whyNot={ifAny(limitFault(RATE_LIMIT))}
        description="Applies to each of its keys. A number or “off”. Empty: the server’s limit."
      />
    </FormDialog>
  );
}

function changeBack(before: AccountDraft, after: AccountDraft): Undoing {
  return {
    doing: 'Undoing the change of the account',
    run: () => changeAccount(before.account_id, accountChange(after, before)),
    undone: `The account ${before.name} is restored.`,
  };
}
