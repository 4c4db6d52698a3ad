/** "New key…": whose it is, what it is called, and a limit that may be its own. */
import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { AccountView, CreatedKey } from '../../../src-server/contract/control/accounts/accounts.ts';
import { createKey } from '../../api/account-calls.ts';
import { FormDialog } from '../../components/forms/form-dialog.tsx';
import { useFormAction } from '../../components/forms/use-form-action.ts';
import { limitOf } from '../../components/limits/limit-text.ts';

interface KeyDialogProps {
  readonly accounts: readonly AccountView[];
  readonly onMade: (key: CreatedKey) => void;
  readonly onClose: () => void;
}

const FIELDS = ['/account_id', '/name', '/rate_limit'];

export function KeyDialog({ accounts, onMade, onClose }: KeyDialogProps) {
  const [accountId, setAccountId] = useState(accounts[0]?.account_id ?? 'default');
  const [name, setName] = useState('');
  const [rateLimit, setRateLimit] = useState('');
  const { send, isPending, errors } = useFormAction({
    run: async (body) => {
      const made = await createKey(body);
      onMade(made);
      return made;
    },
    done: (made) => `${made.name} is made.`,
    after: onClose,
    fields: FIELDS,
  });
  const named = name.trim() === '' ? {} : { name };
  return (
    <FormDialog
      title="New key"
      size={460}
      submitLabel="Make it"
      outcome="Its secret is shown once."
      isPending={isPending}
      problems={errors.elsewhere}
      onSubmit={() => send({ account_id: accountId, ...named, rate_limit: limitOf(rateLimit) })}
      onClose={onClose}
    >
      <NativeSelect
        label="Account"
        data={accounts.map((account) => ({ value: account.account_id, label: account.name }))}
        value={accountId}
        error={errors.at('/account_id')}
        onChange={(event) => setAccountId(event.currentTarget.value)}
      />
      <TextInput
        data-autofocus
        label="Name"
        description="Where it is used, so that you know it again."
        value={name}
        error={errors.at('/name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label="Own limit of requests a minute"
        description="A number or “off”. Empty: the account’s."
        value={rateLimit}
        error={errors.at('/rate_limit')}
        onChange={(event) => setRateLimit(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
