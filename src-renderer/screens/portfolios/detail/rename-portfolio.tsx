/** "Rename portfolio…": the name of Form A, the external_id of Form B. The identifier stays. */
import type { PortfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { renamePortfolio } from '../../../api/portfolios-api.ts';
import { fieldsOf } from '../../../components/forms/fields.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';

interface RenamePortfolioProps {
  readonly portfolio: PortfolioView;
  readonly onClose: () => void;
}

const { TextField } = fieldsOf<{ label: string }>();

export function RenamePortfolio({ portfolio, onClose }: RenamePortfolioProps) {
  const { portfolio_id: id, label: before, form } = portfolio;
  const renaming = useServerForm({
    initial: { label: before },
    send: (values) => renamePortfolio(id, values),
    done: (renamed) => `The portfolio is now called “${renamed.label}”.`,
    after: onClose,
    undo: () => ({
      doing: 'Renaming the portfolio back',
      run: () => renamePortfolio(id, { label: before }),
      undone: `The portfolio is called “${before}” again.`,
    }),
  });
  const { label } = renaming.values;
  return (
    <FormDialog
      form={renaming}
      title={`Rename “${before}”`}
      size={480}
      submitLabel="Rename it"
      outcome="Its identifier, rebalances and records stay as they are."
      canSend={label.trim() !== '' && label !== before}
      onClose={onClose}
    >
      <TextField
        name="label"
        data-autofocus
        label={form === 'A' ? 'Name' : 'External id'}
        description={`The ${form === 'A' ? 'name' : 'external_id'} that Form ${form} answers with, at most 200 characters.`}
      />
    </FormDialog>
  );
}
