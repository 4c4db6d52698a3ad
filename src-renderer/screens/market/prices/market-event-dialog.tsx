/** "Move a price…": what happens to an instrument or a currency, in percent and times. */
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { addMarketEvent } from '../../../api/market-calls.ts';
import { useClock } from '../../../api/queries.ts';
import { ChoiceField } from '../../../components/forms/choice-field.tsx';
import { CurrencyChoice } from '../../../components/forms/currency-choice.tsx';
import type { FieldErrors } from '../../../components/forms/field-errors.ts';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { InstrumentSelect } from '../../../components/forms/instrument-select.tsx';
import { NumberField } from '../../../components/forms/number-field.tsx';
import { useFormAction } from '../../../components/forms/use-form-action.ts';
import { instantText } from '../../../components/forms/virtual-instant.ts';
import {
  EVENT_KINDS,
  isJump,
  isOfCurrency,
  type MarketEventDraft,
  type MarketEventKind,
  marketEventBody,
} from '../../../components/market/format-market-event.ts';

interface MarketEventDialogProps {
  readonly isin: string;
  readonly onClose: () => void;
}

const DAY_MS = 86_400_000;
const KINDS = {
  instrument: ['jump', 'trend', 'volatility', 'volume'],
  currency: ['fx_jump', 'fx_trend', 'fx_volatility'],
} as const satisfies Record<string, readonly MarketEventKind[]>;
const SUBJECTS = [
  { value: 'instrument', label: 'An instrument', meaning: 'All of its listings move.' },
  { value: 'currency', label: 'A currency', meaning: 'Its rate against EUR moves, and what is quoted across it.' },
] as const;
const FIELDS = ['/isin', '/currency', '/size', '/rate_per_day', '/factor', '/at', '/from', '/until'];

export function MarketEventDialog({ isin, onClose }: MarketEventDialogProps) {
  const [draft, setDraft] = useState<MarketEventDraft>(() => ({
    kind: 'jump',
    isin,
    currency: 'USD',
    amount: EVENT_KINDS.jump.initial,
    from: '',
    until: '',
  }));
  const set = (change: Partial<MarketEventDraft>) => setDraft({ ...draft, ...change });
  const { send, isPending, errors } = useFormAction({
    run: addMarketEvent,
    done: (event) => `${EVENT_KINDS[event.kind].label} ${event.status === 'scheduled' ? 'scheduled' : 'added'}.`,
    after: onClose,
    fields: FIELDS,
  });
  return (
    <FormDialog
      title="Move a price"
      size={520}
      submitLabel="Add the event"
      outcome={
        isOfCurrency(draft.kind)
          ? 'Counts for every price in that currency.'
          : 'Counts for every listing of the instrument.'
      }
      isPending={isPending}
      problems={errors.elsewhere}
      onSubmit={() => send(marketEventBody(draft))}
      onClose={onClose}
    >
      <WhatFields draft={draft} errors={errors} set={set} />
      <WhenFields draft={draft} errors={errors} set={set} />
    </FormDialog>
  );
}

interface EventFieldsProps {
  readonly draft: MarketEventDraft;
  readonly errors: FieldErrors;
  readonly set: (change: Partial<MarketEventDraft>) => void;
}

function WhatFields({ draft, errors, set }: EventFieldsProps) {
  const now = useClock().data?.now;
  const subject = isOfCurrency(draft.kind) ? 'currency' : 'instrument';
  const choose = (kind: MarketEventKind) => {
    // What lasts needs an end, and a day is as good as any; a jump stays unless somebody says otherwise.
    const until = isJump(kind) || now === undefined ? '' : instantText(Date.parse(now) + DAY_MS);
    set({ kind, amount: EVENT_KINDS[kind].initial, until });
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
        choices={KINDS[subject].map((kind) => ({ value: kind, ...EVENT_KINDS[kind] }))}
        value={draft.kind}
        onChange={choose}
      />
      {subject === 'instrument' ? (
        <InstrumentSelect
          label="Instrument"
          value={draft.isin}
          error={errors.at('/isin')}
          onChange={(chosen) => set({ isin: chosen })}
        />
      ) : (
        <CurrencyChoice
          value={draft.currency}
          error={errors.at('/currency')}
          onChange={(currency) => set({ currency })}
        />
      )}
      <NumberField
        label={EVENT_KINDS[draft.kind].amountLabel}
        description={EVENT_KINDS[draft.kind].bounds}
        value={draft.amount}
        error={errors.at('/size') ?? errors.at('/rate_per_day') ?? errors.at('/factor')}
        onChange={(amount) => set({ amount })}
      />
    </>
  );
}

function WhenFields({ draft, errors, set }: EventFieldsProps) {
  return (
    <>
      <TextInput
        label={isJump(draft.kind) ? 'Happens (virtual UTC)' : 'Begins (virtual UTC)'}
        description="Empty: now."
        placeholder="now"
        value={draft.from}
        error={errors.at('/at') ?? errors.at('/from')}
        onChange={(event) => set({ from: event.currentTarget.value })}
      />
      <TextInput
        label={isJump(draft.kind) ? 'Is taken back (virtual UTC)' : 'Ends (virtual UTC)'}
        description={isJump(draft.kind) ? 'Empty: it stays. Else like 2026-03-09 17:00.' : 'Like 2026-03-09 17:00.'}
        placeholder={isJump(draft.kind) ? 'it stays' : undefined}
        value={draft.until}
        error={errors.at('/until')}
        onChange={(event) => set({ until: event.currentTarget.value })}
      />
    </>
  );
}
