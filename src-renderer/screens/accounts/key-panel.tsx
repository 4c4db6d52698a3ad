/** The keys of all accounts, including revoked ones, and the button to revoke one. */
import { Button, Code, Group } from '@mantine/core';
import { useState } from 'react';
import type { AccountView, CreatedKey, KeyView } from '../../../src-server/contract/control/accounts/accounts.ts';
import { RATE_LIMIT } from '../../../src-server/contract/control/text-rules.ts';
import { createKey, revokeKey, useAccounts, useApiKeys } from '../../api/accounts-api.ts';
import { useSession } from '../../api/world-api.ts';
import { ActionButton } from '../../components/feedback/action-button.tsx';
import { QueryBoundary } from '../../components/feedback/query-boundary.tsx';
import { formatInstant } from '../../components/format/format-time.ts';
import { ifAny, nameFault } from '../../components/format/text-fault.ts';
import { fieldsOf } from '../../components/forms/fields.tsx';
import { FormDialog } from '../../components/forms/form-dialog.tsx';
import { useServerForm } from '../../components/forms/use-server-form.ts';
import { CopyText } from '../../components/layout/copy-text.tsx';
import { Dimmed } from '../../components/layout/dimmed.tsx';
import { ExplainTooltip } from '../../components/layout/explain-tooltip.tsx';
import { useAddressDialog } from '../../components/layout/use-address-dialog.ts';
import { formatLimit, limitFault, ownLimitOf } from '../../components/limits/limit-text.ts';
import { StatusBadge } from '../../components/orders/status-badge.tsx';
import { type Column, fieldColumn, valueColumn } from '../../components/tables/table-column.ts';
import { TablePanel } from '../../components/tables/table-panel.tsx';

interface KeyPanelProps {
  readonly onMade: (key: CreatedKey) => void;
}

export function KeyPanel({ onMade }: KeyPanelProps) {
  const making = useAddressDialog('new-key');
  const query = useApiKeys();
  const accounts = useAccounts().data?.accounts;
  return (
    <>
      <QueryBoundary query={query} doing="Loading the keys">
        {({ keys }) => (
          <TablePanel
            title="API keys"
            layoutKey="accounts/keys"
            side={
              <Button size="compact-xs" variant="default" onClick={making.open}>
                New key…
              </Button>
            }
            columns={COLUMNS}
            rows={keys}
            rowKey={(row) => row.key_id}
            empty={<strong>There are no keys.</strong>}
          />
        )}
      </QueryBoundary>
      {making.isOpen && accounts !== undefined && (
        <KeyDialog accounts={accounts} onMade={onMade} onClose={making.close} />
      )}
    </>
  );
}

const COLUMNS: readonly Column<KeyView>[] = [
  { id: 'name', header: 'Name', overflow: 'clip', accessor: (row) => row.name },
  { id: 'account', header: 'Account', accessor: (row) => row.account_id, cell: (row) => <Code>{row.account_id}</Code> },
  fieldColumn('key_id', 'Id', (id) => <CopyText text={id} what="the id of the key" shown={`${id.slice(0, 11)}…`} />, {
    hint: 'Identifies the key in logs and filters. It cannot be used to authenticate.',
  }),
  {
    id: 'key',
    header: 'Key',
    hint: 'Clients send it as “Authorization: Bearer …”. Only the default key can be shown again',
    cell: (row) => (row.run_key ? <RunKey /> : <Dimmed>shown once</Dimmed>),
  },
  {
    id: 'rate_limit',
    header: 'Requests per minute',
    hint: 'The limit of the key; if it has none, that of the account, or else of the server',
    accessor: (row) => row.rate_limit_in_force,
    cell: (row) => (
      <>
        {formatLimit(row.rate_limit_in_force)} {row.rate_limit !== null && <Dimmed>own</Dimmed>}
      </>
    ),
  },
  valueColumn('created_at', 'Made', (row) => row.created_at, formatInstant, { unit: '(virtual UTC)' }),
  { id: 'status', header: 'Status', accessor: (row) => row.status, cell: (row) => <StatusBadge status={row.status} /> },
  { id: 'revoke', header: 'Actions', align: 'right', cell: (row) => <RevokeButton apiKey={row} /> },
];

const KEY_TAIL = 2;

function RunKey() {
  const key = useSession().data?.api_key;
  return key !== undefined && <CopyText text={key} what="the key" shown={`••••${key.slice(-KEY_TAIL)}`} />;
}

/** Asks for confirmation, because a revoked key cannot be restored. */
function RevokeButton({ apiKey }: { readonly apiKey: KeyView }) {
  const [isAsking, setAsking] = useState(false);
  if (apiKey.status === 'revoked') return null;
  if (apiKey.run_key) {
    return (
      <ExplainTooltip formula="The app itself uses this key, so it cannot be revoked.">
        <Dimmed>default key</Dimmed>
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
  const revoking = {
    doing: 'Revoking the key',
    run: () => revokeKey(apiKey.key_id),
    done: () => `${apiKey.name} is revoked: its next request gets a 401.`,
    after: () => setAsking(false),
  };
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <Button size="compact-xs" variant="default" onClick={() => setAsking(false)}>
        Keep it
      </Button>
      <ActionButton size="compact-xs" color="fail" action={revoking}>
        Yes, revoke
      </ActionButton>
    </Group>
  );
}

interface KeyDialogProps extends KeyPanelProps {
  readonly accounts: readonly AccountView[];
  readonly onClose: () => void;
}

const { TextField, SelectField } = fieldsOf<Record<'account_id' | 'name' | 'rate_limit', string>>();

/** "New key…": its account, its name, and an optional limit. */
function KeyDialog({ accounts, onMade, onClose }: KeyDialogProps) {
  const form = useServerForm({
    initial: { account_id: accounts[0]?.account_id ?? 'default', name: '', rate_limit: '' },
    send: ({ account_id, name, rate_limit }) =>
      createKey({ account_id, ...(name.trim() === '' ? {} : { name }), rate_limit: ownLimitOf(rate_limit, 'off') }),
    done: (made) => `${made.name} created.`,
    after: (made) => {
      onMade(made);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title="New key"
      size={460}
      submitLabel="Create key"
      outcome="Its secret is shown once."
      onClose={onClose}
    >
      <SelectField
        name="account_id"
        label="Account"
        data={accounts.map((account) => ({ value: account.account_id, label: account.name }))}
      />
      <TextField
        name="name"
        data-autofocus
        label="Name"
        whyNot={ifAny(nameFault)}
        description="Where the key is used, so that you recognise it."
      />
      <TextField
        name="rate_limit"
        label="Requests per minute"
        whyNot={ifAny(limitFault(RATE_LIMIT))}
        description="A number or “off”. Empty: the limit of the account."
      />
    </FormDialog>
  );
}
