/** "Rename portfolio…": the name of Form A, the external_id of Form B. The identifier stays. */
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { PortfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { renamePortfolio } from '../../../api/portfolio-calls.ts';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { useFormAction } from '../../../components/forms/use-form-action.ts';

interface RenamePortfolioProps {
  readonly portfolio: PortfolioView;
  readonly onClose: () => void;
}

const FIELDS = ['/label'];

export function RenamePortfolio({ portfolio, onClose }: RenamePortfolioProps) {
  const { portfolio_id: id, label: before, form } = portfolio;
  const [label, setLabel] = useState(before);
  const { send, isPending, errors } = useFormAction({
    run: (body) => renamePortfolio(id, body),
    done: (renamed) => `The portfolio is now called “${renamed.label}”.`,
    after: onClose,
    undo: () => ({
      doing: 'Renaming the portfolio back',
      run: () => renamePortfolio(id, { label: before }),
      undone: `The portfolio is called “${before}” again.`,
    }),
    fields: FIELDS,
  });
  return (
    <FormDialog
      title={`Rename “${before}”`}
      size={480}
      submitLabel="Rename it"
      outcome="Its identifier, rebalances and records stay as they are."
      isPending={isPending}
      canSend={label.trim() !== '' && label !== before}
      problems={errors.elsewhere}
      onSubmit={() => send({ label })}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={form === 'A' ? 'Name' : 'External id'}
        description={`The ${form === 'A' ? 'name' : 'external_id'} that Form ${form} answers with, at most 200 characters.`}
        value={label}
        error={errors.at('/label')}
        onChange={(event) => setLabel(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
