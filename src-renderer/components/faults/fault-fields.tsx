/** Where a fault happens, its number and its share: the fields that its kind has, and no others. */
import { NativeSelect, Switch } from '@mantine/core';
import { useExchanges } from '../../api/queries.ts';
import type { FieldErrors } from '../forms/field-errors.ts';
import { InstrumentSelect } from '../forms/instrument-select.tsx';
import { NumberField } from '../forms/number-field.tsx';
import type { FaultDraft } from './fault-draft.ts';
import { FAULT_KINDS } from './fault-kinds.ts';

export interface FaultFieldsProps {
  readonly draft: FaultDraft;
  readonly errors: FieldErrors;
  readonly set: (change: Partial<FaultDraft>) => void;
}

export function FaultFields({ draft, errors, set }: FaultFieldsProps) {
  const { isin } = FAULT_KINDS[draft.kind];
  return (
    <>
      <ExchangeField draft={draft} errors={errors} set={set} />
      {isin !== 'none' && (
        <InstrumentSelect
          label="Instrument"
          value={draft.isin}
          exchange={draft.exchange}
          {...(isin === 'optional' ? { none: 'every instrument' } : {})}
          error={errors.at('/isin')}
          onChange={(chosen) => set({ isin: chosen })}
        />
      )}
      <NumberFields draft={draft} errors={errors} set={set} />
      {draft.kind === 'exchange_down' && (
        <Switch
          label="The exchange loses the orders it holds"
          description={LOSES_ORDERS[draft.cancelOrders ? 'on' : 'off']}
          checked={draft.cancelOrders}
          onChange={(event) => set({ cancelOrders: event.currentTarget.checked })}
        />
      )}
    </>
  );
}

/** An outage alone only delays, which surprises who wants to see something fail. */
const LOSES_ORDERS = {
  off: 'Off: orders wait, and are filled once the line is back. Nothing fails by it.',
  on: 'On: what the exchange has taken is cancelled, and its rebalance fails. What has not reached it yet is sent later.',
};

/** The number that a kind has, and the share of what it hits. */
function NumberFields({ draft, errors, set }: FaultFieldsProps) {
  const { amount, hasHits } = FAULT_KINDS[draft.kind];
  return (
    <>
      {amount !== null && (
        <NumberField
          label={amount.label}
          description={amount.description}
          value={draft.amount}
          step={amount.step}
          error={errors.at(`/${amount.field}`)}
          onChange={(value) => set({ amount: value })}
        />
      )}
      {hasHits && (
        <NumberField
          label="Share that is hit (%)"
          description="Of what happens there: above 0 to 100."
          value={draft.sharePercent}
          step={10}
          error={errors.at('/share')}
          onChange={(value) => set({ sharePercent: value })}
        />
      )}
    </>
  );
}

function ExchangeField({ draft, errors, set }: FaultFieldsProps) {
  const exchanges = useExchanges().data?.exchanges ?? [];
  const options = exchanges.map(({ mic, name }) => ({ value: mic, label: `${mic} · ${name}` }));
  const isOptional = FAULT_KINDS[draft.kind].exchange === 'optional';
  return (
    <NativeSelect
      label="Exchange"
      value={draft.exchange}
      error={errors.at('/exchange')}
      data={isOptional ? [{ value: '', label: 'every exchange' }, ...options] : options}
      onChange={(event) => set({ exchange: event.currentTarget.value })}
    />
  );
}
