/** "Pin a price…": an instrument, the mid it is held at and the currency of that number. */

import { pinPrice, useInstrumentsByIsin } from '../../../api/market-api.ts';
import { fieldsOf } from '../../../components/forms/fields.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { InstrumentSelect } from '../../../components/forms/instrument-select.tsx';
import type { NumberText } from '../../../components/forms/number-text.ts';
import { numberOf } from '../../../components/forms/number-text.ts';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { symbolOf } from '../../../components/orders/order-columns.tsx';

interface PinDialogProps {
  readonly isin: string;
  readonly onClose: () => void;
}

interface PinDraft {
  readonly isin: string;
  readonly mid: NumberText;
  /** Empty until it is chosen: that of the instrument. */
  readonly currency: string;
}

const { Field, NumberField, SelectField } = fieldsOf<PinDraft>();

export function PinDialog({ isin: proposed, onClose }: PinDialogProps) {
  const instruments = useInstrumentsByIsin();
  const currencyOf = ({ currency, isin }: PinDraft) => currency || (instruments.get(isin)?.currency ?? 'EUR');
  const form = useServerForm<PinDraft, Awaited<ReturnType<typeof pinPrice>>>({
    initial: { isin: proposed, mid: '', currency: '' },
    send: (draft) =>
      pinPrice({
        isin: draft.isin,
        mid: numberOf(draft.mid),
        currency: currencyOf(draft),
      }),
    done: (pin, { isin }) =>
      `${symbolOf(isin, instruments)} is held at ${'mid' in pin ? pin.mid : pin.per_eur} ${pin.currency}.`,
    after: onClose,
  });
  // Every currency in which something of this world is quoted.
  const currencies = [...new Set([...instruments.values()].map((row) => row.currency))].sort();
  return (
    <FormDialog
      form={form}
      title="Pin a price"
      size={460}
      submitLabel="Pin it"
      outcome="In place of a pin that holds already."
      onClose={onClose}
    >
      <Field name="isin">{(input) => <InstrumentSelect label="Instrument" {...input} />}</Field>
      <NumberField
        name="mid"
        label="Mid"
        description="Above 0, at most 100 000, six decimals. Every listing is held at it, converted."
      />
      <SelectField name="currency" label="Currency" data={currencies} value={currencyOf(form.values)} />
    </FormDialog>
  );
}
