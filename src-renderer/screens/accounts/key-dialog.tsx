/** "New key…": whose it is, what it is called, and a limit that may be its own. */
import type { AccountView, CreatedKey } from '../../../src-server/contract/control/accounts/accounts.ts';
import { createKey } from '../../api/accounts-api.ts';
import { fieldsOf } from '../../components/forms/fields.tsx';
import { FormDialog } from '../../components/forms/form-dialog.tsx';
import { useServerForm } from '../../components/forms/use-server-form.ts';
import { ownLimitOf } from '../../components/limits/limit-text.ts';

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
