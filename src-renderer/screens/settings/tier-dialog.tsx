/** Changes what a tier allows in a month. Accounts with a limit of their own keep theirs. */
import type { TierView } from '../../../src-server/contract/control/accounts/accounts.ts';
import { changeTier } from '../../api/accounts-api.ts';
import { fieldsOf } from '../../components/forms/fields.tsx';
import { FormDialog } from '../../components/forms/form-dialog.tsx';
import { useServerForm } from '../../components/forms/use-server-form.ts';
import { formatLimit, limitOf, textOf } from '../../components/limits/limit-text.ts';

interface TierDialogProps {
  readonly tier: TierView;
  readonly onClose: () => void;
}

const { TextField } = fieldsOf<{ monthly_limit: string }>();

export function TierDialog({ tier: { tier, monthly_limit: before }, onClose }: TierDialogProps) {
  const form = useServerForm({
    initial: { monthly_limit: textOf(before) },
    send: ({ monthly_limit: limit }) => changeTier(tier, { monthly_limit: limitOf(limit, 'unlimited') }),
    done: (changed) => `The tier ${tier} allows ${formatLimit(changed.monthly_limit)} events a month.`,
    after: onClose,
    undo: () => ({
      doing: `Changing the tier ${tier} back`,
      run: () => changeTier(tier, { monthly_limit: before }),
      undone: `The tier ${tier} allows ${formatLimit(before)} events a month again.`,
    }),
  });
  return (
    <FormDialog
      form={form}
      title={`Change the tier ${tier}`}
      size={420}
      submitLabel="Change it"
      outcome="Holds from the next request on."
      onClose={onClose}
    >
      <TextField name="monthly_limit" label="Events a month" description="A number or “unlimited”." data-autofocus />
    </FormDialog>
  );
}
