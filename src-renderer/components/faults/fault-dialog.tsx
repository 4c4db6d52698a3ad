/** "Set a market fault…": the kinds with their sentences on the left; place, number and time on the right. */

import { Group, Stack } from '@mantine/core';
import { BOUNDS, FAULT_AMOUNT_BOUNDS } from '../../../src-server/contract/fields/number-bounds.ts';
import { useClock } from '../../api/clock-api.ts';
import { setFault } from '../../api/faults-api.ts';
import { useExchanges } from '../../api/market-api.ts';
import { ChoiceField } from '../forms/choice-field.tsx';
import { fieldsOf } from '../forms/fields.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { InstrumentSelect } from '../forms/instrument-select.tsx';
import { fieldBounds, PERCENT_FIELD } from '../forms/number-text.ts';
import { useServerForm } from '../forms/use-server-form.ts';
import { instantText } from '../forms/virtual-instant.ts';
import { type FaultDraft, faultBody, newFaultDraft, type SpanChoice, withKind } from './fault-draft.ts';
import { FaultKindPicker } from './fault-kind-picker.tsx';
import { FAULT_GROUPS, FAULT_KINDS } from './fault-kinds.ts';

const HOUR_MS = 3_600_000;

interface FaultDialogProps {
  /** The initial exchange; undefined: the usual one. */
  readonly exchange?: string | undefined;
  readonly onClose: () => void;
}

export function FaultDialog({ exchange, onClose }: FaultDialogProps) {
  const now = useClock().data?.now;
  const form = useServerForm({
    initial: () => {
      const usual = newFaultDraft('exchange_down', now === undefined ? '' : instantText(Date.parse(now) + HOUR_MS));
      return exchange === undefined ? usual : { ...usual, exchange };
    },
    send: (draft) => setFault(faultBody(draft)),
    done: (fault, { kind }) =>
      `The fault “${FAULT_KINDS[kind].label}” was ${fault.status === 'active' ? 'set' : 'scheduled'}.`,
    after: onClose,
  });
  const draft = form.values;
  return (
    <FormDialog
      form={form}
      title="Set a market fault"
      size={860}
      submitLabel="Set the fault"
      outcome="You can end it at any time in the list of market faults."
      onClose={onClose}
    >
      <Group gap="lg" align="flex-start" wrap="nowrap">
        <FaultKindPicker
          groups={FAULT_GROUPS}
          words={FAULT_KINDS}
          value={draft.kind}
          onChange={(kind) => form.set(withKind(draft, kind))}
        />
        <Stack gap="md" flex="none" w={320}>
          <TargetFields {...draft} />
          <TimeFields {...draft} />
        </Stack>
      </Group>
    </FormDialog>
  );
}

const { Field, TextField, InstantField, NumberField, SelectField, SwitchField } = fieldsOf<FaultDraft>();

/** Target, number and share of a fault: only the fields that its kind has. */
function TargetFields({ kind, exchange, cancelOrders }: FaultDraft) {
  const exchanges = useExchanges().data?.exchanges ?? [];
  const choices = exchanges.map(({ mic, name }) => ({ value: mic, label: `${mic} · ${name}` }));
  const { isin, amount, hasHits, ...at } = FAULT_KINDS[kind];
  const none = isin === 'optional' ? 'all instruments' : undefined;
  return (
    <>
      <SelectField
        name="exchange"
        label="Exchange"
        data={at.exchange === 'optional' ? [{ value: '', label: 'all exchanges' }, ...choices] : choices}
      />
      {isin !== 'none' && (
        <Field name="isin">
          {(input) => <InstrumentSelect label="Instrument" exchange={exchange} none={none} {...input} />}
        </Field>
      )}
      {amount !== null && (
        <NumberField
          name="amount"
          required
          pointer={`/${amount.field}`}
          label={amount.label}
          description={amount.description}
          step={amount.step}
          {...fieldBounds(FAULT_AMOUNT_BOUNDS[amount.field], amount)}
        />
      )}
      {hasHits && (
        <NumberField
          name="sharePercent"
          required
          pointer="/share"
          label="Share affected (%)"
          unit="%"
          description="Above 0, at most 100."
          step={10}
          {...fieldBounds(BOUNDS.hitShare, PERCENT_FIELD)}
        />
      )}
      {kind === 'exchange_down' && (
        <SwitchField
          name="cancelOrders"
          pointer="/cancel_orders"
          label="The exchange loses its open orders"
          description={LOSES_ORDERS[cancelOrders ? 'on' : 'off']}
        />
      )}
    </>
  );
}

/** An outage alone only delays, which surprises a user who wants to see a failure. */
const LOSES_ORDERS = {
  off: 'Off: orders wait, and are filled after the outage.',
  on: 'On: orders at the exchange are cancelled, and their rebalance fails. Orders that have not reached it yet are sent later.',
};

const SPANS: readonly { readonly value: SpanChoice; readonly label: string; readonly meaning: string }[] = [
  { value: 'for', label: 'after a time', meaning: 'After a length of virtual time.' },
  { value: 'until', label: 'at a time', meaning: 'At an instant of virtual time.' },
  { value: 'count', label: 'after hits', meaning: 'After a number of hits.' },
  { value: 'until_ended', label: 'when I end it', meaning: 'When you end it.' },
];

/** When a fault begins and when it ends. */
function TimeFields({ kind, span }: FaultDraft) {
  const spans = SPANS.filter(({ value }) => value !== 'count' || FAULT_KINDS[kind].hasHits);
  return (
    <>
      <InstantField name="from" isFuture label="Begins (virtual UTC)" description="Empty: now." placeholder="now" />
      <Field name="span">
        {(input) => <ChoiceField label="Ends" aria-label="End of the fault" choices={spans} {...input} />}
      </Field>
      {span === 'for' && (
        <TextField
          name="duration"
          pointer={['/for', '/until']}
          withFields={['from']}
          label="Duration"
          description="For example 90s, 30m, 2h or 1.5d."
        />
      )}
      {span === 'until' && (
        <InstantField
          name="until"
          withFields={['from']}
          isFuture
          label="At (virtual UTC)"
          description="For example 2026-03-02 17:00."
        />
      )}
      {span === 'count' && (
        <NumberField
          name="count"
          required
          label="Hits"
          description="Number of hits after which the fault ends, 1 to 1 000 000."
          {...fieldBounds(BOUNDS.hits)}
        />
      )}
    </>
  );
}
