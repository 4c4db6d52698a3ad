/** The accounts with their tiers and what they used this month. */
import { Badge, Button, Code, Text } from '@mantine/core';
import { useState } from 'react';
import type { AccountView } from '../../../src-server/contract/control/accounts/accounts.ts';
import { TIERS } from '../../../src-server/contract/fields/tiers.ts';
import { changeAccount, createAccount } from '../../api/accounts-api.ts';
import type { Undoing } from '../../components/feedback/show-undoable.tsx';
import { formatInstant } from '../../components/format/format-time.ts';
import { fieldsOf } from '../../components/forms/fields.tsx';
import { FormDialog } from '../../components/forms/form-dialog.tsx';
import { useServerForm } from '../../components/forms/use-server-form.ts';
import { formatLimit, ownLimitOf, textOf } from '../../components/limits/limit-text.ts';
import { QuotaMeter } from '../../components/limits/quota-meter.tsx';
import { DataTable } from '../../components/tables/data-table.tsx';
import type { Column } from '../../components/tables/table-column.ts';

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
  { id: 'name', header: 'Account', overflow: 'clip', accessor: (row) => row.name },
  { id: 'account_id', header: 'Id', accessor: (row) => row.account_id, cell: (row) => <Code>{row.account_id}</Code> },
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
  { id: 'keys', header: 'Keys', align: 'right', accessor: (row) => row.active_keys },
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

interface AccountDialogProps {
  /** `null`: a new one. */
  readonly account: AccountView | null;
  readonly onClose: () => void;
}

const { TextField, SelectField } = fieldsOf<AccountDraft>();

/** "New account…" and "Change…": a name, a tier, and limits that may be its own. */
export function AccountDialog({ account, onClose }: AccountDialogProps) {
  const form = useServerForm({
    initial: () => draftOf(account),
    send: (draft) => {
      const { accountId, name } = draft;
      if (account !== null) return changeAccount(account.account_id, { name, ...limitsOf(draft) });
      return createAccount({ account_id: accountId, ...(name.trim() === '' ? {} : { name }), ...limitsOf(draft) });
    },
    done: ({ name }) => (account === null ? `The account ${name} is made.` : `The account ${name} is changed.`),
    after: onClose,
    undo: () => account && changeBack(account),
  });
  return (
    <FormDialog
      form={form}
      title={account === null ? 'New account' : `Change ${account.name}`}
      size={460}
      submitLabel={account === null ? 'Make it' : 'Change it'}
      outcome={account === null ? 'It needs a key of its own to be used.' : 'Holds from the next request on.'}
      onClose={onClose}
    >
      {account === null && (
        <TextField
          name="accountId"
          pointer="/account_id"
          data-autofocus
          label="Id"
          description="Small letters, digits, hyphens and underscores. It does not change any more."
        />
      )}
      <TextField name="name" data-autofocus={account === null ? undefined : true} label="Name" />
      <SelectField name="tier" label="Tier" data={[...TIERS]} />
      <TextField
        name="monthlyLimit"
        pointer="/monthly_limit"
        label="Own limit of events a month"
        description="A number or “unlimited”. Empty: the tier’s."
      />
      <TextField
        name="rateLimit"
        pointer="/rate_limit"
        label="Own limit of requests a minute"
        description="Of each of its keys: a number or “off”. Empty: the server’s."
      />
    </FormDialog>
  );
}

function changeBack(account: AccountView): Undoing {
  const { account_id: accountId, name, tier, monthly_limit, rate_limit } = account;
  return {
    doing: 'Changing the account back',
    run: () => changeAccount(accountId, { name, tier, monthly_limit, rate_limit }),
    undone: `The account ${name} is as it was.`,
  };
}

interface AccountDraft {
  readonly accountId: string;
  readonly name: string;
  readonly tier: AccountView['tier'];
  readonly monthlyLimit: string;
  readonly rateLimit: string;
}

function draftOf(account: AccountView | null): AccountDraft {
  if (account === null) return { accountId: '', name: '', tier: 'growth', monthlyLimit: '', rateLimit: '' };
  const { account_id: accountId, name, tier, monthly_limit: monthlyLimit, rate_limit: rateLimit } = account;
  return { accountId, name, tier, monthlyLimit: textOf(monthlyLimit), rateLimit: textOf(rateLimit) };
}

function limitsOf({ tier, monthlyLimit, rateLimit }: AccountDraft) {
  return { tier, monthly_limit: ownLimitOf(monthlyLimit, 'unlimited'), rate_limit: ownLimitOf(rateLimit, 'off') };
}
