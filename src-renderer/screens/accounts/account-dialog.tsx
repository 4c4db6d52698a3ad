/** "New account…" and "Change…": a name, a tier, and limits that may be its own. */
import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { AccountView } from '../../../src-server/contract/control/accounts/accounts.ts';
import { TIERS } from '../../../src-server/contract/fields/tiers.ts';
import { changeAccount, createAccount } from '../../api/account-calls.ts';
import type { Undoing } from '../../components/feedback/show-undoable.tsx';
import { FormDialog } from '../../components/forms/form-dialog.tsx';
import { useFormAction } from '../../components/forms/use-form-action.ts';
import { limitOf, textOf } from '../../components/limits/limit-text.ts';

interface AccountDialogProps {
  /** `null`: a new one. */
  readonly account: AccountView | null;
  readonly onClose: () => void;
}

const FIELDS = ['/account_id', '/name', '/tier', '/monthly_limit', '/rate_limit'];

export function AccountDialog({ account, onClose }: AccountDialogProps) {
  const [draft, setDraft] = useState(() => draftOf(account));
  const change = (part: Partial<AccountDraft>) => setDraft({ ...draft, ...part });
  const { send, isPending, errors } = useFormAction({
    run: (body) => (account === null ? createAccount(body) : changeAccount(account.account_id, body)),
    done: ({ name }) => (account === null ? `The account ${name} is made.` : `The account ${name} is changed.`),
    after: onClose,
    undo: () => account && changeBack(account),
    fields: FIELDS,
  });
  return (
    <FormDialog
      title={account === null ? 'New account' : `Change ${account.name}`}
      size={460}
      submitLabel={account === null ? 'Make it' : 'Change it'}
      outcome={account === null ? 'It needs a key of its own to be used.' : 'Holds from the next request on.'}
      isPending={isPending}
      problems={errors.elsewhere}
      onSubmit={() => send(bodyOf(draft, account))}
      onClose={onClose}
    >
      {account === null && (
        <TextInput
          data-autofocus
          label="Id"
          description="Small letters, digits, hyphens and underscores. It does not change any more."
          value={draft.accountId}
          error={errors.at('/account_id')}
          onChange={(event) => change({ accountId: event.currentTarget.value })}
        />
      )}
      <TextInput
        data-autofocus={account === null ? undefined : true}
        label="Name"
        value={draft.name}
        error={errors.at('/name')}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <NativeSelect
        label="Tier"
        data={[...TIERS]}
        value={draft.tier}
        error={errors.at('/tier')}
        onChange={(event) => change({ tier: event.currentTarget.value })}
      />
      <TextInput
        label="Own limit of events a month"
        description="A number or “unlimited”. Empty: the tier’s."
        value={draft.monthlyLimit}
        error={errors.at('/monthly_limit')}
        onChange={(event) => change({ monthlyLimit: event.currentTarget.value })}
      />
      <TextInput
        label="Own limit of requests a minute"
        description="Of each of its keys: a number or “off”. Empty: the server’s."
        value={draft.rateLimit}
        error={errors.at('/rate_limit')}
        onChange={(event) => change({ rateLimit: event.currentTarget.value })}
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
  readonly tier: string;
  readonly monthlyLimit: string;
  readonly rateLimit: string;
}

function draftOf(account: AccountView | null): AccountDraft {
  if (account === null) return { accountId: '', name: '', tier: 'growth', monthlyLimit: '', rateLimit: '' };
  const { account_id: accountId, name, tier, monthly_limit: monthlyLimit, rate_limit: rateLimit } = account;
  return { accountId, name, tier, monthlyLimit: textOf(monthlyLimit), rateLimit: textOf(rateLimit) };
}

function bodyOf({ accountId, name, tier, monthlyLimit, rateLimit }: AccountDraft, account: AccountView | null) {
  const limits = { tier, monthly_limit: limitOf(monthlyLimit), rate_limit: limitOf(rateLimit) };
  if (account !== null) return { name, ...limits };
  return { account_id: accountId, ...(name.trim() === '' ? {} : { name }), ...limits };
}
