/** "Move a price…": a jump, a trend or a spell of volatility, in percent and times. */
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { addMarketEvent } from '../client/market-calls.ts';
import { useClock } from '../client/queries.ts';
import { ChoiceField } from '../plan/choice-field.tsx';
import type { FieldErrors } from '../shared/field-errors.ts';
import { FormDialog } from '../shared/form-dialog.tsx';
import { useFormAction } from '../shared/use-form-action.ts';
import { InstrumentSelect } from './instrument-select.tsx';
import { EVENT_KINDS, type MarketEventDraft, type MarketEventKind, marketEventBody } from './market-event-words.ts';
import { NumberField } from './number-field.tsx';
import { instantText } from './virtual-instant.ts';

interface MarketEventDialogProps {
  readonly isin: string;
  readonly onClose: () => void;
}

const DAY_MS = 86_400_000;
const KINDS = ['jump', 'trend', 'volatility'] as const satisfies readonly MarketEventKind[];
const FIELDS = ['/isin', '/size', '/rate_per_day', '/factor', '/at', '/from', '/until'];

export function MarketEventDialog({ isin, onClose }: MarketEventDialogProps) {
  const now = useClock().data?.now;
  const [draft, setDraft] = useState<MarketEventDraft>(() => ({
    kind: 'jump',
    isin,
    amount: EVENT_KINDS.jump.initial,
    from: '',
    until: now === undefined ? '' : instantText(Date.parse(now) + DAY_MS),
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
      outcome="Counts for every listing of the instrument."
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
  return (
    <>
      <ChoiceField
        label="What happens"
        choices={KINDS.map((kind) => ({ value: kind, ...EVENT_KINDS[kind] }))}
        value={draft.kind}
        onChange={(kind) => set({ kind, amount: EVENT_KINDS[kind].initial })}
      />
      <InstrumentSelect
        label="Instrument"
        value={draft.isin}
        error={errors.at('/isin')}
        onChange={(chosen) => set({ isin: chosen })}
      />
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
        label={draft.kind === 'jump' ? 'Happens (virtual UTC)' : 'Begins (virtual UTC)'}
        description="Empty: now."
        placeholder="now"
        value={draft.from}
        error={errors.at('/at') ?? errors.at('/from')}
        onChange={(event) => set({ from: event.currentTarget.value })}
      />
      {draft.kind !== 'jump' && (
        <TextInput
          label="Ends (virtual UTC)"
          description="Like 2026-03-09 17:00."
          value={draft.until}
          error={errors.at('/until')}
          onChange={(event) => set({ until: event.currentTarget.value })}
        />
      )}
    </>
  );
}
