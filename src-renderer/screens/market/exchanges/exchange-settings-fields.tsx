/** What an exchange charges and how it deals with orders, as fields with their units and bounds. */
import { NativeSelect } from '@mantine/core';
import { ChoiceField } from '../../../components/forms/choice-field.tsx';
import type { FieldErrors } from '../../../components/forms/field-errors.ts';
import { NumberField } from '../../../components/forms/number-field.tsx';
import type { ExchangeDraft } from './exchange-draft.ts';

interface SettingsFieldsProps {
  readonly draft: ExchangeDraft;
  readonly errors: FieldErrors;
  readonly set: (change: Partial<ExchangeDraft>) => void;
}

const LOTS = ['0.000001', '0.00001', '0.0001', '0.001', '0.01', '0.1', '1', '10', '100', '1000'];

export function CommissionFields({
  draft,
  errors,
  set,
  currency,
}: SettingsFieldsProps & { readonly currency: string }) {
  return (
    <fieldset className="market-fieldset" data-columns="3">
      <legend>Commission</legend>
      <NumberField
        label="Of the value (bps)"
        description="0 to 1 000"
        value={draft.bps}
        error={errors.at('/commission/bps')}
        onChange={(bps) => set({ bps })}
      />
      <NumberField
        label={`At least (${currency} per order)`}
        description="Two decimals"
        value={draft.minimum}
        error={errors.at('/commission/minimum')}
        onChange={(minimum) => set({ minimum })}
      />
      <NumberField
        label={`At most (${currency} per order)`}
        description="Not below the minimum"
        value={draft.cap}
        error={errors.at('/commission/cap')}
        onChange={(cap) => set({ cap })}
      />
    </fieldset>
  );
}

export function TradingFields({ draft, errors, set }: SettingsFieldsProps) {
  return (
    <fieldset className="market-fieldset" data-columns="3">
      <legend>Trading</legend>
      <NumberField
        label="Acknowledgement awaited (ms)"
        description="100 to 3 600 000"
        step={1000}
        value={draft.acknowledgeWithinMs}
        error={errors.at('/acknowledge_within_ms')}
        onChange={(acknowledgeWithinMs) => set({ acknowledgeWithinMs })}
      />
      <NumberField
        label="Participation (%)"
        description="Of the volume: above 0 to 100"
        value={draft.participationPercent}
        error={errors.at('/participation')}
        onChange={(participationPercent) => set({ participationPercent })}
      />
      <NumberField
        label="Time between slices (ms)"
        description="100 to 600 000"
        step={500}
        value={draft.sliceIntervalMs}
        error={errors.at('/slice_interval_ms')}
        onChange={(sliceIntervalMs) => set({ sliceIntervalMs })}
      />
      <OrderFields draft={draft} errors={errors} set={set} />
    </fieldset>
  );
}

/** What an order may be, and what becomes of it. */
function OrderFields({ draft, errors, set }: SettingsFieldsProps) {
  return (
    <>
      <NativeSelect
        label="Lot size"
        description="Smallest quantity traded"
        data={LOTS}
        value={plainNumber(draft.lotSize)}
        error={errors.at('/lot_size')}
        onChange={(event) => set({ lotSize: Number(event.currentTarget.value) })}
      />
      <ChoiceField
        label="Open orders at day end"
        choices={[
          { value: 'expire', label: 'Expire', meaning: 'What is open is over.' },
          { value: 'carry', label: 'Carry', meaning: 'What is open goes on the next day.' },
        ]}
        value={draft.dayEnd}
        onChange={(dayEnd) => set({ dayEnd })}
      />
    </>
  );
}

/** 0.000001 without an exponent. */
function plainNumber(value: number): string {
  return LOTS.find((lot) => Number(lot) === value) ?? String(value);
}
