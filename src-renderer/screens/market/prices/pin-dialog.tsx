/** "Pin a price…": an instrument, the pinned mid and its currency. */

import { useQuery } from '@tanstack/react-query';
import { BOUNDS } from '../../../../src-server/contract/fields/number-bounds.ts';
import { pinPrice, useInstrumentsByIsin, usePins } from '../../../api/market-api.ts';
import { depthQuery } from '../../../api/prices-api.ts';
import { fieldsOf } from '../../../components/forms/fields.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { InstrumentSelect } from '../../../components/forms/instrument-select.tsx';
import { fieldBounds, type NumberText, numberOf } from '../../../components/forms/number-text.ts';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { symbolOf } from '../../../components/orders/order-columns.tsx';
import { PinNotice } from './pins-panel.tsx';

interface PinDraft {
  readonly isin: string;
  readonly mid: NumberText;
  /** False until the user enters a mid: the field shows the current one. */
  readonly isMidWritten: boolean;
  /** Empty until it is chosen: the currency of the current mid. */
  readonly currency: string;
}

const { Field, NumberField, SelectField } = fieldsOf<PinDraft>();

/** The instrument and the exchange of the page: their mid is proposed. */
interface PinDialogProps {
  readonly isin: string;
  readonly exchange: string;
  readonly onClose: () => void;
}

export function PinDialog({ isin: proposed, exchange, onClose }: PinDialogProps) {
  const instruments = useInstrumentsByIsin();
  const form = useServerForm({
    initial: (): PinDraft => ({ isin: proposed, mid: '', isMidWritten: false, currency: '' }),
    send: (draft) => pinPrice({ isin: draft.isin, mid: numberOf(midOf(draft)), currency: currencyOf(draft) }),
    done: (pin, { isin }) =>
      `${symbolOf(isin, instruments)} is pinned at ${'mid' in pin ? pin.mid : pin.per_eur} ${pin.currency}.`,
    after: onClose,
  });
  const { isin } = form.values;
  const pinned = usePins().data?.pins.find((pin) => pin.isin === isin);
  const listed = isin === proposed ? exchange : (instruments.get(isin)?.primary_exchange ?? exchange);
  const present = useQuery(depthQuery(isin, listed)).data ?? null;
  const midOf = (draft: PinDraft): NumberText => (draft.isMidWritten ? draft.mid : ((pinned ?? present)?.mid ?? ''));
  const currencyOf = (draft: PinDraft): string => draft.currency || ((pinned ?? present)?.currency ?? 'EUR');
  // Every currency in which an instrument of this world is quoted.
  const currencies = [...new Set([...instruments.values()].map((row) => row.currency))].sort();
  return (
    <FormDialog
      form={form}
      title={pinned === undefined ? 'Pin a price' : 'Change a pin'}
      size={520}
      submitLabel={pinned === undefined ? 'Pin price' : 'Save changes'}
      outcome="Every listing stays at this price, converted to its currency, until you remove the pin."
      onClose={onClose}
    >
      <Field name="isin">
        {({ onChange, ...input }) => (
          <InstrumentSelect
            label="Instrument"
            {...input}
            onChange={(chosen) => form.set({ isin: chosen, isMidWritten: false, currency: '' })}
          />
        )}
      </Field>
      <PinNotice subject={isin} />
      <NumberField
        name="mid"
        required
        label="Mid"
        {...fieldBounds(BOUNDS.price)}
        description="Default: the current mid. Above 0, at most 100 000, up to six decimals."
        value={midOf(form.values)}
        onChange={(mid) => form.set({ mid, isMidWritten: true })}
      />
      <SelectField name="currency" label="Currency" data={currencies} value={currencyOf(form.values)} />
    </FormDialog>
  );
}
