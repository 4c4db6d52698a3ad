/** The settings of one exchange. Only changed ones are sent, and apply from now on. */

import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { ExchangeView } from '../../../../src-server/contract/control/market/exchange-control.ts';
import { BOUNDS } from '../../../../src-server/contract/fields/number-bounds.ts';
import { changeExchange } from '../../../api/market-api.ts';
import { ChoiceField } from '../../../components/forms/choice-field.tsx';
import { FieldGroup, fieldsOf } from '../../../components/forms/fields.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { LatencyNumberFields, LatencyShapeField } from '../../../components/forms/latency-fields.tsx';
import classes from '../../../components/forms/market-forms.module.css';
import { fieldBounds, PERCENT_FIELD } from '../../../components/forms/number-text.ts';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { type ExchangeDraft, exchangeChange, exchangeDraft, exchangeUndo } from './exchange-draft.ts';

interface ExchangeSettingsDialogProps {
  readonly exchange: ExchangeView;
  readonly onClose: () => void;
}

export function ExchangeSettingsDialog({ exchange, onClose }: ExchangeSettingsDialogProps) {
  const { mic } = exchange;
  // The settings when the form was opened: saving does not revert a change that somebody else made meanwhile.
  const [settings] = useState(exchange.settings);
  const form = useServerForm({
    initial: () => exchangeDraft(settings),
    send: (draft) => changeExchange(mic, exchangeChange(settings, draft)),
    done: () => `Settings of ${mic} changed.`,
    undo: (_, draft) => ({
      doing: `Undoing the change of settings of ${mic}`,
      run: () => changeExchange(mic, exchangeUndo(settings, draft)),
      undone: `The settings of ${mic} are restored. Orders sent in the meantime used the changed settings.`,
    }),
    after: onClose,
  });
  const changes = Object.keys(exchangeChange(settings, form.values)).map((field) =>
    field.replaceAll('_', ' ').replace(/ ms$/, ''),
  );
  return (
    <FormDialog
      form={form}
      title={`Settings of ${mic}, ${exchange.name}`}
      size={720}
      submitLabel="Save changes"
      outcome={changes.length === 0 ? 'Nothing has been changed yet.' : `Changes: ${changes.join(', ')}.`}
      canSend={changes.length > 0}
      onClose={onClose}
    >
      <CommissionFields currency={exchange.currency} />
      <LatencyFields latency={form.values.latency_ms} />
      <TradingFields />
    </FormDialog>
  );
}

const { Field, NumberField } = fieldsOf<ExchangeDraft>();
const { NumberField: CommissionField } = fieldsOf<ExchangeDraft['commission']>();

/** The commission, latency and order handling of an exchange, as fields with their units and bounds. */
function CommissionFields({ currency }: { readonly currency: string }) {
  return (
    <fieldset className={classes.marketFieldset} data-columns="3">
      <legend>Commission</legend>
      <FieldGroup name="commission" pointer="/commission">
        <CommissionField
          name="bps"
          label="Commission (bps of the value)"
          unit="bps"
          description="0 to 1 000"
          {...fieldBounds(BOUNDS.commissionBps)}
        />
        <CommissionField
          name="minimum"
          withFields={['cap']}
          label={`Minimum (${currency} per order)`}
          description="Two decimals"
          {...fieldBounds(BOUNDS.money, { decimals: 2 })}
        />
        <CommissionField
          name="cap"
          label={`Maximum (${currency} per order)`}
          description="At least the minimum"
          {...fieldBounds(BOUNDS.money, { decimals: 2 })}
        />
      </FieldGroup>
    </fieldset>
  );
}

const LEGS = [
  ['submit', 'Order to exchange'],
  ['acknowledge', 'Acknowledgement'],
  ['report', 'Report of a fill'],
] as const;

function LatencyFields({ latency }: { readonly latency: ExchangeDraft['latency_ms'] }) {
  return (
    <fieldset className={classes.marketFieldset}>
      <legend>Latency (at most one hour)</legend>
      {LEGS.map(([leg, label]) => (
        <FieldGroup key={leg} name={`latency_ms.${leg}`} pointer={`/latency_ms/${leg}`}>
          <fieldset className={classes.latencyLeg} aria-label={label}>
            <LatencyShapeField label={label} />
            <LatencyNumberFields shape={latency[leg].shape} step={5} bounds={BOUNDS.exchangeLatencyMs} />
          </fieldset>
        </FieldGroup>
      ))}
    </fieldset>
  );
}

const LOTS = ['0.000001', '0.00001', '0.0001', '0.001', '0.01', '0.1', '1', '10', '100', '1000'];

const DAY_ENDS = [
  { value: 'expire', label: 'Expire', meaning: 'Open orders expire.' },
  { value: 'carry', label: 'Carry over', meaning: 'Open orders are carried over to the next day.' },
] as const;

function TradingFields() {
  return (
    <fieldset className={classes.marketFieldset} data-columns="3">
      <legend>Trading</legend>
      <NumberField
        name="acknowledge_within_ms"
        required
        label="Acknowledgement timeout (ms)"
        unit="ms"
        description="100 to 3 600 000"
        step={1000}
        {...fieldBounds(BOUNDS.acknowledgeWithinMs)}
      />
      <NumberField
        name="participation"
        required
        label="Participation (%)"
        unit="%"
        description="Largest share of the volume that fills may take: above 0, at most 100"
        {...fieldBounds(BOUNDS.participation, PERCENT_FIELD)}
      />
      <NumberField
        name="slice_interval_ms"
        required
        label="Time between slices (ms)"
        unit="ms"
        description="100 to 600 000"
        step={500}
        {...fieldBounds(BOUNDS.sliceIntervalMs)}
      />
      <Field name="lot_size">
        {({ value, error, onChange }) => (
          <NativeSelect
            label="Lot size"
            description="Smallest quantity traded"
            data={LOTS}
            // Without an exponent, which the text of 0.000001 has.
            value={LOTS.find((each) => Number(each) === value) ?? value}
            error={error}
            onChange={(event) => onChange(Number(event.currentTarget.value))}
          />
        )}
      </Field>
      <Field name="day_end">
        {(input) => <ChoiceField label="Open orders at the end of the day" choices={DAY_ENDS} {...input} />}
      </Field>
    </fieldset>
  );
}
