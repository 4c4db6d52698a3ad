/** "Move a price…": what happens to an instrument or a currency, in percent and times. */
import { useClock } from '../../../api/clock-api.ts';
import { addMarketEvent } from '../../../api/market-api.ts';
import { ChoiceField } from '../../../components/forms/choice-field.tsx';
import { CurrencyChoice } from '../../../components/forms/currency-choice.tsx';
import { fieldsOf } from '../../../components/forms/fields.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { InstrumentSelect } from '../../../components/forms/instrument-select.tsx';
import { type ServerFormOf, useServerForm } from '../../../components/forms/use-server-form.ts';
import { instantText } from '../../../components/forms/virtual-instant.ts';
import {
  EVENT_KINDS,
  isJump,
  isOfCurrency,
  type MarketEventDraft,
  type MarketEventKind,
  marketEventBody,
} from '../../../components/market/format-market-event.ts';
import { jumpUndoing } from './market-events-panel.tsx';
import { PinNotice } from './pins-panel.tsx';

const DAY_MS = 86_400_000;
const KINDS = {
  instrument: ['jump', 'trend', 'volatility', 'volume'],
  currency: ['fx_jump', 'fx_trend', 'fx_volatility'],
} as const satisfies Record<string, readonly MarketEventKind[]>;
const SUBJECTS = [
  { value: 'instrument', label: 'An instrument', meaning: 'All of its listings move.' },
  { value: 'currency', label: 'A currency', meaning: 'Its rate against EUR moves, and what is quoted across it.' },
] as const;
const STILL_PINNED = 'If the pin still holds then, nothing moves.';
const { Field, InstantField, NumberField } = fieldsOf<MarketEventDraft>();

export function MarketEventDialog({ isin, onClose }: { readonly isin: string; readonly onClose: () => void }) {
  const form = useServerForm({
    initial: () => newMarketEvent(isin),
    send: (draft) => addMarketEvent(marketEventBody(draft)),
    done: (event) => `${EVENT_KINDS[event.kind].label} ${event.status === 'scheduled' ? 'scheduled' : 'added'}.`,
    after: onClose,
    undo: (event) => (isJump(event.kind) ? jumpUndoing(event) : null),
  });
  const { kind, isin: chosen, currency, from } = form.values;
  return (
    <FormDialog
      form={form}
      title="Move a price"
      size={520}
      submitLabel="Add the market event"
      outcome={
        isOfCurrency(kind) ? 'Counts for every price in that currency.' : 'Counts for every listing of the instrument.'
      }
      onClose={onClose}
    >
      <WhatFields {...form} />
      {kind !== 'volume' && (
        <PinNotice
          subject={isOfCurrency(kind) ? currency : chosen}
          consequence={from === '' ? 'Nothing else moves it: end the pin, or choose a later time.' : STILL_PINNED}
        />
      )}
      <WhenFields kind={kind} />
    </FormDialog>
  );
}

function newMarketEvent(isin: string): MarketEventDraft {
  return { kind: 'jump', isin, currency: 'USD', amount: EVENT_KINDS.jump.initial, from: '', until: '' };
}

function WhatFields({ values: { kind }, set }: Pick<ServerFormOf<MarketEventDraft, unknown>, 'values' | 'set'>) {
  const now = useClock().data?.now;
  const subject = isOfCurrency(kind) ? 'currency' : 'instrument';
  const choose = (chosen: MarketEventKind) => {
    // What lasts needs an end, and a day is as good as any; a jump stays unless somebody says otherwise.
    const until = isJump(chosen) || now === undefined ? '' : instantText(Date.parse(now) + DAY_MS);
    set({ kind: chosen, amount: EVENT_KINDS[chosen].initial, until });
  };
  return (
    <>
      <ChoiceField
        label="What moves"
        choices={SUBJECTS}
        value={subject}
        onChange={(chosen) => choose(KINDS[chosen][0])}
      />
      <ChoiceField<MarketEventKind>
        label="What happens"
        choices={KINDS[subject].map((each) => ({ value: each, ...EVENT_KINDS[each] }))}
        value={kind}
        onChange={choose}
      />
      {subject === 'instrument' ? (
        <Field name="isin">{(input) => <InstrumentSelect label="Instrument" {...input} />}</Field>
      ) : (
        <Field name="currency">{(input) => <CurrencyChoice {...input} />}</Field>
      )}
      <NumberField
        name="amount"
        pointer={['/size', '/rate_per_day', '/factor']}
        label={EVENT_KINDS[kind].amountLabel}
        description={EVENT_KINDS[kind].bounds}
      />
    </>
  );
}

function WhenFields({ kind }: { readonly kind: MarketEventKind }) {
  const [from, until] = isJump(kind) ? ['Happens', 'Is taken back'] : ['Begins', 'Ends'];
  return (
    <>
      <InstantField
        name="from"
        pointer={['/at', '/from']}
        label={`${from} (virtual UTC)`}
        description="Empty: now."
        placeholder="now"
      />
      <InstantField
        name="until"
        label={`${until} (virtual UTC)`}
        description={isJump(kind) ? 'Empty: it stays. Else like 2026-03-09 17:00.' : 'Like 2026-03-09 17:00.'}
        placeholder={isJump(kind) ? 'it stays' : undefined}
      />
    </>
  );
}
