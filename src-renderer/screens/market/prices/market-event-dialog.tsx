/** "Move a price…": an event for instruments or a currency, in percent and multiples, or a preset of several events. */

import type { ControlBody } from '../../../../src-server/contract/control/control-routes.ts';
import type { MarketEventView } from '../../../../src-server/contract/control/market/market-control.ts';
import { useClock } from '../../../api/clock-api.ts';
import { addMarketEvent, endMarketEvent, takeBackJump } from '../../../api/market-api.ts';
import type { Undoing } from '../../../components/feedback/show-undoable.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { EVENT_KINDS, isJump, marketEventBody } from '../../../components/market/format-market-event.ts';
import { MARKET_PRESETS, presetBodies } from '../../../components/market/market-presets.ts';
import { type MoveDraft, MoveFields, subjectOfMove, WhenFields } from './market-event-fields.tsx';
import { jumpUndoing } from './market-events-panel.tsx';
import { PinNotice } from './pins-panel.tsx';

const STILL_PINNED = 'If the price is still pinned then, it does not move.';
const OUTCOMES = {
  instrument: 'Applies to every listing of the instrument.',
  many: 'Applies to every listing of these instruments.',
  currency: 'Applies to every price in that currency.',
  preset: 'Adds all of its market events. Undo removes all of them.',
} as const;

export function MarketEventDialog({ isin, onClose }: { readonly isin: string; readonly onClose: () => void }) {
  const now = useClock().data?.now;
  const form = useServerForm({
    initial: () => newMove(isin),
    send: (draft) => sendMove(draft, now),
    done: messageOf,
    after: onClose,
    undo: undoingOf,
  });
  const { kind, isin: chosen, currency, from } = form.values;
  const subject = subjectOfMove(form.values);
  const pinSubject = { instrument: chosen, currency, many: null, preset: null }[subject];
  return (
    <FormDialog
      form={form}
      title="Move a price"
      size={560}
      submitLabel={subject === 'preset' ? 'Add the market events' : 'Add the market event'}
      outcome={OUTCOMES[subject]}
      canSend={subject !== 'preset' || now !== undefined}
      onClose={onClose}
    >
      <MoveFields {...form} />
      {pinSubject !== null && kind !== 'volume' && (
        <PinNotice
          subject={pinSubject}
          consequence={
            from === '' ? 'A pinned price does not move: remove the pin, or choose a later time.' : STILL_PINNED
          }
        />
      )}
      <WhenFields values={form.values} />
    </FormDialog>
  );
}

function newMove(isin: string): MoveDraft {
  const many = { covered: 'one', sector: '', tradedIn: 'EUR', byBeta: false } as const;
  return {
    preset: '',
    kind: 'jump',
    isin,
    currency: 'USD',
    ...many,
    amount: EVENT_KINDS.jump.initial,
    from: '',
    until: '',
  };
}

async function sendMove(draft: MoveDraft, now: string | undefined): Promise<MarketEventView[]> {
  const preset = MARKET_PRESETS.find(({ id }) => id === draft.preset);
  if (preset === undefined) return [await addMarketEvent(marketEventBody(draft))];
  return addPreset(presetBodies(preset, draft.from, Date.parse(now ?? '')));
}

function messageOf(events: readonly MarketEventView[]): string {
  const [event] = events;
  if (event === undefined) return 'Nothing was added.';
  const become = event.status === 'scheduled' ? 'scheduled' : 'added';
  return events.length > 1
    ? `${events.length} market events ${become}.`
    : `${EVENT_KINDS[event.kind].label} ${become}.`;
}

function undoingOf(events: readonly MarketEventView[]): Undoing | null {
  const [event] = events;
  if (event === undefined) return null;
  if (events.length === 1) return isJump(event.kind) ? jumpUndoing(event) : null;
  return {
    doing: 'Undoing the market events',
    run: () => removeEvents(events),
    undone: 'The market events were ended and the jumps reversed.',
  };
}

/**
 * Adds all events of a preset, or none: if the service refuses one, those before it are ended again. Returns the events,
 * in the order of `bodies`. Throws the service's refusal.
 */
async function addPreset(bodies: readonly ControlBody<'POST /market/events'>[]): Promise<MarketEventView[]> {
  const added: MarketEventView[] = [];
  try {
    for (const body of bodies) added.push(await addMarketEvent(body));
  } catch (error) {
    await removeEvents(added);
    throw error;
  }
  return added;
}

/** Ends lasting events and reverses jumps, latest first. */
async function removeEvents(events: readonly MarketEventView[]): Promise<void> {
  for (const { kind, market_event_id: id } of [...events].reverse()) {
    await (isJump(kind) ? takeBackJump(id) : endMarketEvent(id));
  }
}
