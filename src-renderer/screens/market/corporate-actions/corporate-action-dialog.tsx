/** "Schedule a corporate action…": a dividend, a split, another ISIN or a delisting, at an instant (decision O3). */

import { BOUNDS } from '../../../../src-server/contract/fields/number-bounds.ts';
import { useClock, useExampleInstant } from '../../../api/clock-api.ts';
import { type CorporateAction, cancelCorporateAction, createCorporateAction } from '../../../api/market-api.ts';
import type { Undoing } from '../../../components/feedback/show-undoable.tsx';
import { formatInstant } from '../../../components/format/format-time.ts';
import { ChoiceField } from '../../../components/forms/choice-field.tsx';
import { TRADING_CURRENCIES } from '../../../components/forms/currency-choice.tsx';
import { fieldsOf } from '../../../components/forms/fields.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { InstrumentSelect } from '../../../components/forms/instrument-select.tsx';
import { fieldBounds } from '../../../components/forms/number-text.ts';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { type CorporateActionKind, KIND_NAMES } from './calendar-rows.ts';
import { type CorporateActionDraft, corporateActionBody, newCorporateAction } from './corporate-action-draft.ts';

const SHARES = fieldBounds(BOUNDS.splitShares);
const PRICE = fieldBounds(BOUNDS.price);
const { Field, InstantField, NumberField, SelectField, TextField } = fieldsOf<CorporateActionDraft>();

const MEANINGS: Readonly<Record<CorporateActionKind, string>> = {
  cash_dividend: 'The price falls by the amount on the ex-date. Holders on that date are paid the amount minus tax.',
  split: 'The number of shares changes, and the price changes in inverse proportion.',
  isin_change: 'The instrument gets a new ISIN. Positions, targets and constraints move to it.',
  delisting:
    'The instrument is no longer traded. Positions stay in the NAV at the last price, and there are no new quotes.',
};
const KINDS = (['cash_dividend', 'split', 'isin_change', 'delisting'] as const).map((value) => ({
  value,
  label: KIND_NAMES[value],
  meaning: MEANINGS[value],
}));
const OWN_CURRENCY = { value: '', label: 'the instrument’s own' };
const CURRENCIES = [OWN_CURRENCY, ...TRADING_CURRENCIES.map((value) => ({ value, label: value }))];
const CANCELS_ORDERS =
  'Open orders in the instrument are cancelled on the ex-date. You can cancel the action before then.';
const LEAVES_ORDERS =
  'Open orders stay open, and existing plans are not recomputed. You can cancel the action before the ex-date.';

export function CorporateActionDialog({ onClose }: { readonly onClose: () => void }) {
  const now = useClock().data?.now;
  const form = useServerForm({
    initial: () => newCorporateAction(now),
    send: (draft) => createCorporateAction(corporateActionBody(draft)),
    done: whatWasDone,
    after: onClose,
    undo: undoingOf,
  });
  const { kind } = form.values;
  const example = useExampleInstant();
  return (
    <FormDialog
      form={form}
      title="Schedule a corporate action"
      size={560}
      submitLabel="Schedule"
      outcome={kind === 'cash_dividend' ? LEAVES_ORDERS : CANCELS_ORDERS}
      onClose={onClose}
    >
      <Field name="kind">{(input) => <ChoiceField label="What happens" choices={KINDS} {...input} />}</Field>
      <Field name="isin">{(input) => <InstrumentSelect label="Instrument" {...input} />}</Field>
      <InstantField
        name="exAt"
        isFuture
        pointer="/ex_at"
        label="Ex-date (virtual UTC)"
        description={`For example ${example}. Not in the past.`}
      />
      <KindFields kind={kind} />
    </FormDialog>
  );
}

function KindFields({ kind }: { readonly kind: CorporateActionKind }) {
  if (kind === 'split') {
    return (
      <>
        <NumberField
          name="newShares"
          required
          pointer={['/ratio/new', '/ratio']}
          label="New shares"
          description="2 for 1 doubles the number of shares; 1 for 10 divides it by ten. Fractions are paid in cash."
          {...SHARES}
        />
        <NumberField name="oldShares" required pointer="/ratio/old" label="For old shares" {...SHARES} />
      </>
    );
  }
  if (kind === 'isin_change') {
    return (
      <TextField
        name="newIsin"
        pointer="/new_isin"
        label="New ISIN"
        description="With a valid check digit, and not already in use."
        autoComplete="off"
        spellCheck={false}
      />
    );
  }
  const isDividend = kind === 'cash_dividend';
  return (
    <>
      {isDividend ? (
        <NumberField name="amount" required label="Amount per share" description="Gross, before tax." {...PRICE} />
      ) : (
        <NumberField
          name="cashPrice"
          pointer="/cash_price"
          label="Cash per share"
          {...PRICE}
          description="Empty: nothing is paid. Positions keep their last price in the NAV, and plans fail until you remove them."
        />
      )}
      <SelectField name="currency" label="Currency" data={CURRENCIES} />
      {isDividend && (
        <InstantField
          name="payAt"
          withFields={['exAt']}
          isFuture
          pointer="/pay_at"
          label="Pay date (virtual UTC)"
          description="Leave empty for this instrument’s usual delay (two days if it has none)."
        />
      )}
    </>
  );
}

function whatWasDone({ kind, status, ex_at: exAt }: CorporateAction): string {
  if (status === 'applied') return `${KIND_NAMES[kind]} applied.`;
  return `${KIND_NAMES[kind]} scheduled at ${formatInstant(exAt)} UTC.`;
}

/** An action that has been applied cannot be undone. */
function undoingOf({ corporate_action_id: id, status }: CorporateAction): Undoing | null {
  if (status === 'applied') return null;
  return {
    doing: 'Cancelling the corporate action',
    run: () => cancelCorporateAction(id),
    undone: 'The corporate action is cancelled.',
  };
}
