/** Changes what a tier allows in a month. Accounts with a limit of their own keep theirs. */
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { TierView } from '../../../src-server/contract/control/accounts/accounts.ts';
import { changeTier } from '../../api/account-calls.ts';
import { FormDialog } from '../../components/forms/form-dialog.tsx';
import { useFormAction } from '../../components/forms/use-form-action.ts';
import { formatLimit, limitOf, textOf } from '../../components/limits/limit-text.ts';

interface TierDialogProps {
  readonly tier: TierView;
  readonly onClose: () => void;
}

export function TierDialog({ tier: { tier, monthly_limit: before }, onClose }: TierDialogProps) {
  const [limit, setLimit] = useState(textOf(before));
  const { send, isPending, errors } = useFormAction({
    run: (body) => changeTier(tier, body),
    done: (changed) => `The tier ${tier} allows ${formatLimit(changed.monthly_limit)} events a month.`,
    after: onClose,
    fields: ['/monthly_limit'],
    undo: () => ({
      doing: `Changing the tier ${tier} back`,
      run: () => changeTier(tier, { monthly_limit: before }),
      undone: `The tier ${tier} allows ${formatLimit(before)} events a month again.`,
    }),
  });
  return (
    <FormDialog
      title={`Change the tier ${tier}`}
      size={420}
      submitLabel="Change it"
      outcome="Holds from the next request on."
      isPending={isPending}
      problems={errors.elsewhere}
      onSubmit={() => send({ monthly_limit: limitOf(limit) })}
      onClose={onClose}
    >
      <TextInput
        label="Events a month"
        description="A number or “unlimited”."
        data-autofocus
        value={limit}
        error={errors.at('/monthly_limit')}
        onChange={(event) => setLimit(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
