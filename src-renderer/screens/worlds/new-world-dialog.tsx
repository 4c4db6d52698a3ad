/** "New world…" and "Fork…": what a world is like, and how long it is there. */
import type { CreatedWorld } from '../../../src-server/contract/control/worlds/worlds.ts';
import type { Schemas } from '../../api/api-client.ts';
import { makeWorld } from '../../api/worlds-api.ts';
import { fieldsOf } from '../../components/forms/fields.tsx';
import { FormDialog } from '../../components/forms/form-dialog.tsx';
import { useServerForm } from '../../components/forms/use-server-form.ts';
import { toInstant } from '../../components/forms/virtual-instant.ts';

interface WorldDraft {
  readonly name: string;
  readonly seed: string;
  readonly clock: string;
  readonly clock_mode: '' | 'realtime' | 'manual' | 'instant';
  readonly expires_after: string;
  readonly keep: boolean;
}

const { TextField, SelectField, InstantField, SwitchField } = fieldsOf<WorldDraft>();
const BEGUN: WorldDraft = { name: '', seed: '', clock: '', clock_mode: '', expires_after: '', keep: false };

interface NewWorldDialogProps {
  /** The world that is copied; left out: a new one begins empty. */
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

export function NewWorldDialog({ forkOf, canStore, onMade, onClose }: NewWorldDialogProps) {
  const isFork = forkOf !== undefined;
  const form = useServerForm({
    initial: BEGUN,
    send: (draft) => makeWorld(bodyOf(draft, forkOf)),
    after: onMade,
  });
  const same = isFork ? `As in ${forkOf}` : 'As set by the service’s flags';
  return (
    <FormDialog
      form={form}
      title={isFork ? `Fork ${forkOf}` : 'New world'}
      size={480}
      submitLabel={isFork ? 'Fork it' : 'Create it'}
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
      />
      {!isFork && (
        <>
          <TextField
            name="seed"
            label="Seed"
            description="A whole number that determines all randomness."
            placeholder={same}
          />
          <InstantField name="clock" label="Starts at (virtual UTC)" placeholder={same} />
        </>
      )}
      <SelectField name="clock_mode" label="Clock" data={[{ value: '', label: same }, ...MODES]} />
      <TextField
        name="expires_after"
        label="Ends if idle for"
        description="Real time without a request, for example 30m. Empty: never."
      />
      {canStore && <SwitchField name="keep" label="Store it" description="It is restored when the service restarts." />}
    </FormDialog>
  );
}

function bodyOf(draft: WorldDraft, forkOf: string | undefined): Schemas['CreateWorld'] {
  const { name, seed, clock, clock_mode: mode, expires_after: expires, keep } = draft;
  return {
    ...(name.trim() === '' ? {} : { name: name.trim() }),
    ...(seed.trim() === '' ? {} : { seed: Number(seed) }),
    ...(clock.trim() === '' ? {} : { clock: toInstant(clock) }),
    ...(mode === '' ? {} : { clock_mode: mode }),
    ...(expires.trim() === '' ? {} : { expires_after: expires.trim() }),
    ...(forkOf === undefined ? {} : { fork_of: forkOf }),
    keep,
  };
}
