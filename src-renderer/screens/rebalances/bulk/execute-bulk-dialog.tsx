/**
 * Executes the plans of a bulk rebalance, once its user has read the number and value of the orders, and their pace.
 */
import { BOUNDS } from '../../../../src-server/contract/fields/number-bounds.ts';
import { type BulkRebalance, executeBulkRebalance } from '../../../api/rebalances-api.ts';
import { plural } from '../../../components/format/format-number.ts';
import { fieldsOf } from '../../../components/forms/fields.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { fieldBounds, type NumberText, numberOf } from '../../../components/forms/number-text.ts';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { BulkTaxCover } from './bulk-tax-cover.tsx';
import { plannedTax, plannedText, startingTime } from './format-bulk.ts';

interface PaceDraft {
  readonly perMinute: NumberText;
}

const { NumberField } = fieldsOf<PaceDraft>();

interface ExecuteBulkDialogProps {
  readonly bulk: BulkRebalance;
  readonly onClose: () => void;
}

export function ExecuteBulkDialog({ bulk, onClose }: ExecuteBulkDialogProps) {
  const { bulk_id: id, pace, portfolios } = bulk;
  const form = useServerForm<PaceDraft, BulkRebalance>({
    initial: { perMinute: pace.per_minute },
    send: ({ perMinute }) => executeBulkRebalance(id, numberOf(perMinute)),
    // The page behind it shows the progress; a message would soon be out of date.
    after: onClose,
  });
  const perMinute = numberOf(form.values.perMinute);
  const tax = plannedTax(bulk);
  const isPace = perMinute >= 1;
  return (
    <FormDialog
      form={form}
      title={`Execute ${plural(portfolios.planned, 'plan')}?`}
      size={560}
      submitLabel={isPace ? `Yes, execute at ${perMinute} per minute` : 'Yes, execute'}
      outcome={
        isPace
          ? `The first starts at once, the last in ${startingTime(portfolios.planned, perMinute)} of virtual time.`
          : 'Set a pace first.'
      }
      canSend={isPace}
      onClose={onClose}
    >
      <p>
        <strong>{plannedText(bulk)}</strong> will be sent as planned. Once they are sent, you can cancel only open
        orders. You can stop rebalances that have not started.
      </p>
      {tax !== '' && (
        <p>
          Estimated tax on realised gains: <strong>{tax}</strong>.
        </p>
      )}
      <BulkTaxCover bulk={bulk} />
      <NumberField
        name="perMinute"
        required
        pointer="/pace/per_minute"
        label="Portfolios per minute"
        description="Minutes of virtual time. The rate limit of a key is 60 requests per minute."
        {...fieldBounds(BOUNDS.startsPerMinute)}
        maw={220}
      />
    </FormDialog>
  );
}
