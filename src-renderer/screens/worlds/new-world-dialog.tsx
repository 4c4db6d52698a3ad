/** "New world…" and "Fork…": the settings of a world, and its lifetime. */

import { WORLD_NAME } from '../../../src-server/contract/control/text-rules.ts';
import type { CreatedWorld } from '../../../src-server/contract/control/worlds/worlds.ts';
import { BOUNDS } from '../../../src-server/contract/fields/number-bounds.ts';
import { useClock } from '../../api/clock-api.ts';
import { useSession } from '../../api/world-api.ts';
import { makeWorld } from '../../api/worlds-api.ts';
import { ifAny, ruleFault } from '../../components/format/text-fault.ts';
import { fieldsOf } from '../../components/forms/fields.tsx';
import { FormDialog } from '../../components/forms/form-dialog.tsx';
import { fieldBounds } from '../../components/forms/number-text.ts';
import { useServerForm } from '../../components/forms/use-server-form.ts';
import { newWorldDraft, type ShownWorld, type WorldDraft, worldBody } from './world-draft.ts';

const { TextField, NumberField, SelectField, InstantField, SwitchField } = fieldsOf<WorldDraft>();

interface NewWorldDialogProps {
  /** The world that is copied; omitted: a new one is empty at first. */
  readonly forkOf?: string;
  readonly canStore: boolean;
  readonly onMade: (world: CreatedWorld) => void;
  readonly onClose: () => void;
}

const MODES = [
  { value: 'realtime', label: 'Realtime: runs by itself' },
  { value: 'manual', label: 'Manual: moves when you advance it' },
  { value: 'instant', label: 'Instant: jumps to the next timer' },
];
const DIVIDENDS = [
  { value: 'off', label: 'Off: instruments pay no dividends' },
  { value: 'on', label: 'On: instruments pay, and prices fall on the ex-date' },
];
const SETTLEMENT = [
  { value: 'immediate', label: 'Immediate: with each fill' },
  { value: 'simulated', label: 'Simulated: days after each fill' },
];

export function NewWorldDialog({ forkOf, canStore, onMade, onClose }: NewWorldDialogProps) {
  const isFork = forkOf !== undefined;
  const shown = useShownWorld();
  const form = useServerForm({
    initial: () => newWorldDraft(shown, isFork),
    send: (draft) => makeWorld(worldBody(draft, forkOf)),
    after: onMade,
  });
  const modes = isFork ? [{ value: '', label: `As in ${forkOf}` }, ...MODES] : MODES;
  return (
    <FormDialog
      form={form}
      title={isFork ? `Fork ${forkOf}` : 'New world'}
      size={480}
      submitLabel={isFork ? 'Fork world' : 'Create world'}
      outcome={
        isFork
          ? 'An independent copy of the world as it is now. Its webhooks to other servers are paused.'
          : 'A world without portfolios, with its own addresses, keys and clock. The current world does not change.'
      }
      onClose={onClose}
    >
      <TextField
        name="name"
        data-autofocus
        label="Name"
        description="Lower-case letters, digits and hyphens. Empty: a random name."
        placeholder="checkout-tests"
        whyNot={ifAny(ruleFault(WORLD_NAME))}
      />
      {!isFork && <BeginningFields />}
      <SelectField name="clock_mode" label="Clock" data={modes} />
      <TextField
        name="expires_after"
        label="End when idle for"
        description="Real time without a request, for example 30m. Empty: never."
      />
      {canStore && (
        <SwitchField
          name="isStored"
          pointer="/keep"
          label="Store the world"
          description="It is restored when the service restarts."
        />
      )}
    </FormDialog>
  );
}

/** Settings that cannot change later; a fork inherits them from the copied world. */
function BeginningFields() {
  return (
    <>
      <NumberField
        name="seed"
        label="Seed"
        description="A whole number that determines all randomness."
        {...fieldBounds(BOUNDS.seed)}
      />
      <InstantField
        name="clock"
        label="Starts at (virtual UTC)"
        description="Empty: the start time of the service, by default 2026-03-02 09:30."
      />
      <SelectField name="dividends" label="Dividends" data={DIVIDENDS} />
      <SelectField name="settlement" label="Settlement of trades" data={SETTLEMENT} />
    </>
  );
}

function useShownWorld(): ShownWorld | undefined {
  const session = useSession().data;
  const mode = useClock().data?.mode;
  if (session === undefined || mode === undefined) return undefined;
  return { seed: session.seed, clock_mode: mode, dividends: session.dividends, settlement: session.settlement };
}
