/** Where a fault happens, its number and its share: the fields that its kind has, and no others. */
import { useExchanges } from '../../api/market-api.ts';
import { fieldsOf } from '../forms/fields.tsx';
import { InstrumentSelect } from '../forms/instrument-select.tsx';
import type { FaultDraft } from './fault-draft.ts';
import { FAULT_KINDS } from './fault-kinds.ts';

const { Field, NumberField, SelectField, SwitchField } = fieldsOf<FaultDraft>();

export function FaultFields({ draft }: { readonly draft: FaultDraft }) {
  const { isin, amount, hasHits } = FAULT_KINDS[draft.kind];
  const none = isin === 'optional' ? { none: 'every instrument' } : {};
  return (
    <>
      <ExchangeField isOptional={FAULT_KINDS[draft.kind].exchange === 'optional'} />
      {isin !== 'none' && (
        <Field name="isin">
          {(input) => <InstrumentSelect label="Instrument" exchange={draft.exchange} {...none} {...input} />}
        </Field>
      )}
      {amount !== null && (
        <NumberField
          name="amount"
          pointer={`/${amount.field}`}
          label={amount.label}
          description={amount.description}
          step={amount.step}
        />
      )}
      {hasHits && (
        <NumberField
          name="sharePercent"
          pointer="/share"
          label="Share that is hit (%)"
          description="Of what happens there: above 0 to 100."
          step={10}
        />
      )}
      {draft.kind === 'exchange_down' && (
        <SwitchField
          name="cancelOrders"
          pointer="/cancel_orders"
          label="The exchange loses the orders it holds"
          description={LOSES_ORDERS[draft.cancelOrders ? 'on' : 'off']}
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

function ExchangeField({ isOptional }: { readonly isOptional: boolean }) {
  const exchanges = useExchanges().data?.exchanges ?? [];
  const options = exchanges.map(({ mic, name }) => ({ value: mic, label: `${mic} · ${name}` }));
  return (
    <SelectField
      name="exchange"
      label="Exchange"
      data={isOptional ? [{ value: '', label: 'every exchange' }, ...options] : options}
    />
  );
}
