/** The keys of all accounts, revoked ones too, and the way to revoke one. */
import { Button, Code, Text } from '@mantine/core';
import { useState } from 'react';
import type { AccountView, CreatedKey, KeyView } from '../../../src-server/contract/control/accounts/accounts.ts';
import { createKey, revokeKey } from '../../api/accounts-api.ts';
import { useAction } from '../../components/feedback/use-action.ts';
import { formatInstant } from '../../components/format/format-time.ts';
import { fieldsOf } from '../../components/forms/fields.tsx';
import { FormDialog } from '../../components/forms/form-dialog.tsx';
import { useServerForm } from '../../components/forms/use-server-form.ts';
import { CopyText } from '../../components/layout/copy-text.tsx';
import { ExplainTooltip } from '../../components/layout/explain-tooltip.tsx';
import classes from '../../components/limits/accounts.module.css';
import { formatLimit, ownLimitOf } from '../../components/limits/limit-text.ts';
import { StatusBadge } from '../../components/orders/status-badge.tsx';
import { DataTable } from '../../components/tables/data-table.tsx';
import type { Column } from '../../components/tables/table-column.ts';

export function KeyTable({ keys }: { readonly keys: readonly KeyView[] }) {
  return (
    <DataTable
      label="API keys"
      columns={KEY_COLUMNS}
      rows={keys}
      rowKey={(row) => row.key_id}
      empty={<strong>There is no key.</strong>}
    />
  );
}

const KEY_COLUMNS: readonly Column<KeyView>[] = [
  { id: 'name', header: 'Name', overflow: 'clip', accessor: (row) => row.name },
  { id: 'account', header: 'Account', accessor: (row) => row.account_id, cell: (row) => <Code>{row.account_id}</Code> },
  {
    id: 'key_id',
    header: 'Id',
    hint: 'Names the key; it is not its secret',
    accessor: (row) => row.key_id,
    cell: (row) => <CopyText text={row.key_id} what="the id of the key" shown={`${row.key_id.slice(0, 11)}…`} />,
  },
  {
    id: 'rate_limit',
    header: 'Requests a minute',
    hint: 'In force: its own limit, else its account’s, else the server’s',
    accessor: (row) => row.rate_limit_in_force,
    cell: (row) => (
      <>
        {formatLimit(row.rate_limit_in_force)}
        {row.rate_limit !== null && (
          <Text span c="dimmed">
            {' '}
            own
          </Text>
        )}
      </>
    ),
  },
  {
    id: 'created_at',
    header: 'Made',
    unit: '(virtual UTC)',
    accessor: (row) => row.created_at,
    cell: (row) => formatInstant(row.created_at),
  },
  { id: 'status', header: 'Status', accessor: (row) => row.status, cell: (row) => <StatusBadge status={row.status} /> },
  { id: 'revoke', header: 'Revoke', align: 'right', cell: (row) => <RevokeButton apiKey={row} /> },
];

/** Asks once more, because nothing brings a key back. */
function RevokeButton({ apiKey }: { readonly apiKey: KeyView }) {
  const [isAsking, setAsking] = useState(false);
  const revoke = useAction({
    doing: 'Revoking the key',
    run: () => revokeKey(apiKey.key_id),
    done: () => `${apiKey.name} is revoked: its next request is 401.`,
    after: () => setAsking(false),
  });
  if (apiKey.status === 'revoked') return null;
  if (apiKey.run_key) {
    return (
      <ExplainTooltip formula="The app itself uses it. Start the server with another --api-key instead.">
        <Text span c="dimmed">
          key of this run
        </Text>
      </ExplainTooltip>
    );
  }
  if (!isAsking) {
    return (
      <Button size="compact-xs" variant="default" aria-label={`Revoke ${apiKey.name}`} onClick={() => setAsking(true)}>
        Revoke…
      </Button>
    );
  }
  return (
    <span className={classes.keyAsking}>
      <Button size="compact-xs" variant="default" onClick={() => setAsking(false)}>
        Keep it
      </Button>
      <Button size="compact-xs" color="red" loading={revoke.isPending} onClick={() => revoke.mutate(undefined)}>
        Yes, revoke
      </Button>
    </span>
  );
}

interface KeyDialogProps {
  readonly accounts: readonly AccountView[];
  readonly onMade: (key: CreatedKey) => void;
  readonly onClose: () => void;
}

interface KeyDraft {
  readonly account_id: string;
  readonly name: string;
  readonly rate_limit: string;
}

const { TextField, SelectField } = fieldsOf<KeyDraft>();

/** "New key…": whose it is, what it is called, and a limit that may be its own. */
export function KeyDialog({ accounts, onMade, onClose }: KeyDialogProps) {
  const form = useServerForm({
    initial: { account_id: accounts[0]?.account_id ?? 'default', name: '', rate_limit: '' },
    send: async (draft: KeyDraft) => {
      const made = await createKey(keyBody(draft));
      onMade(made);
      return made;
    },
    done: (made) => `${made.name} is made.`,
    after: onClose,
  });
  return (
    <FormDialog
      form={form}
      title="New key"
      size={460}
      submitLabel="Make it"
      outcome="Its secret is shown once."
      onClose={onClose}
    >
      <SelectField
        name="account_id"
        label="Account"
        data={accounts.map((account) => ({ value: account.account_id, label: account.name }))}
      />
      <TextField name="name" data-autofocus label="Name" description="Where it is used, so that you know it again." />
      <TextField
        name="rate_limit"
        label="Own limit of requests a minute"
        description="A number or “off”. Empty: the account’s."
      />
    </FormDialog>
  );
}

function keyBody({ account_id, name, rate_limit }: KeyDraft) {
  return { account_id, ...(name.trim() === '' ? {} : { name }), rate_limit: ownLimitOf(rate_limit, 'off') };
}
