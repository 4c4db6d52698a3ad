/** "Pin a price…": an instrument, the mid it is held at and the currency of that number. */
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { pinPrice } from '../../../api/market-calls.ts';
import { useInstrumentsByIsin } from '../../../api/queries.ts';
import type { NumberText } from '../../../components/faults/fault-draft.ts';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { InstrumentSelect } from '../../../components/forms/instrument-select.tsx';
import { NumberField } from '../../../components/forms/number-field.tsx';
import { useFormAction } from '../../../components/forms/use-form-action.ts';
import { symbolOf } from '../../../components/orders/order-columns.tsx';

interface PinDialogProps {
  readonly isin: string;
  readonly onClose: () => void;
}

const FIELDS = ['/isin', '/mid', '/currency'];

export function PinDialog({ isin: proposed, onClose }: PinDialogProps) {
  const instruments = useInstrumentsByIsin();
  const [isin, setIsin] = useState(proposed);
  const [mid, setMid] = useState<NumberText>('');
  // Empty until it is chosen: that of the instrument.
  const [chosenCurrency, setCurrency] = useState('');
  const currency = chosenCurrency || (instruments.get(isin)?.currency ?? 'EUR');
  const { send, isPending, errors } = useFormAction({
    run: pinPrice,
    done: (pin) => `${symbolOf(pin.isin, instruments)} is held at ${pin.mid} ${pin.currency}.`,
    after: onClose,
    fields: FIELDS,
  });
  return (
    <FormDialog
      title="Pin a price"
      size={460}
      submitLabel="Pin it"
      outcome="In place of a pin that holds already."
      isPending={isPending}
      problems={errors.elsewhere}
      onSubmit={() => send({ isin, mid: typeof mid === 'number' ? mid : undefined, currency })}
      onClose={onClose}
    >
      <InstrumentSelect label="Instrument" value={isin} error={errors.at('/isin')} onChange={setIsin} />
      <NumberField
        label="Mid"
        description="Above 0, at most 100 000, six decimals. Every listing is held at it, converted."
        value={mid}
        error={errors.at('/mid')}
        onChange={setMid}
      />
      <CurrencySelect value={currency} error={errors.at('/currency')} onChange={setCurrency} />
    </FormDialog>
  );
}

interface CurrencySelectProps {
  readonly value: string;
  readonly error: string | null;
  readonly onChange: (currency: string) => void;
}

/** Every currency in which something of this world is quoted. */
function CurrencySelect({ value, error, onChange }: CurrencySelectProps) {
  const instruments = useInstrumentsByIsin();
  const currencies = [...new Set([...instruments.values()].map((row) => row.currency))].sort();
  return (
    <NativeSelect
      label="Currency"
      data={currencies}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
