/** Asks before the world is reset: counts what is lost, and first saves a snapshot unless that is switched off. */
import { Box } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Link } from 'react-router';
import { useClock } from '../../api/clock-api.ts';
import { useRebalances } from '../../api/rebalances-api.ts';
import { resetWorld, saveSnapshot, useFingerprint, useSnapshots, useStorage } from '../../api/world-api.ts';
import { plural } from '../../components/format/format-number.ts';
import { formatInstant } from '../../components/format/format-time.ts';
import { fieldsOf } from '../../components/forms/fields.tsx';
import { FormDialog } from '../../components/forms/form-dialog.tsx';
import { useServerForm } from '../../components/forms/use-server-form.ts';
import classes from '../../components/layout/dialog.module.css';
import { RepeatedIds } from '../../components/webhooks/repeated-ids.tsx';
import { paths } from '../../paths.ts';
import { SNAPSHOT_NAME } from './snapshot-name.ts';

interface ResetDraft {
  readonly isSaved: boolean;
  /** Empty until the user types one: then an unused name is proposed. */
  readonly name: string;
}

const { TextField, SwitchField } = fieldsOf<ResetDraft>();

export function ResetDialog({ onClose }: { readonly onClose: () => void }) {
  const seed = useFingerprint().data?.seed;
  const proposed = useFreeName();
  const form = useServerForm({
    initial: (): ResetDraft => ({ isSaved: true, name: '' }),
    send: async ({ isSaved, name }) => {
      const saved = isSaved ? (await saveSnapshot({ name: name.trim() || proposed, replace: false })).name : null;
      return { saved, ...(await resetWorld()) };
    },
    after: ({ now, saved }) => {
      showReset(now, saved);
      onClose();
    },
  });
  const { isSaved } = form.values;
  return (
    <FormDialog
      form={form}
      title="Reset the world?"
      size={520}
      submitLabel={isSaved ? 'Save and reset' : 'Reset without a snapshot'}
      outcome={isSaved ? 'If the snapshot cannot be saved, nothing is reset.' : 'This cannot be undone.'}
      keep="Keep it"
      onClose={onClose}
    >
      <Box p={0} className={classes.dialogText}>
        <p>The world returns to its initial state{seed !== undefined && `, from seed ${seed}`}. You lose:</p>
        <Lost />
        <p>
          Snapshots, recordings, scenarios, the default API key and all addresses are kept, so clients need no change.
        </p>
        <RepeatedIds />
      </Box>
      <SwitchField
        name="isSaved"
        label="Save a snapshot first"
        description="You can restore it later. It contains everything except the request journal."
      />
      {isSaved && <TextField name="name" label="Name of the snapshot" placeholder={proposed} {...SNAPSHOT_NAME} />}
    </FormDialog>
  );
}

function Lost() {
  const rebalances = useRebalances().data?.rebalances;
  const executed = rebalances?.filter(({ simulation, status }) => !simulation && status !== 'plan_ready');
  const requests = useStorage().data?.journal.entries ?? undefined;
  const now = useClock().data?.now;
  const lost = (amount: number | undefined, noun: string, more: string) =>
    amount === 0 ? null : <li>{`${amount === undefined ? `${noun}s` : plural(amount, noun)}${more}`}</li>;
  return (
    <ul>
      <li>portfolios added since, and all changes to the initial ones</li>
      {lost(executed?.length, 'executed rebalance', ', with all orders and compliance records')}
      {lost(requests, 'request', ' in the journal, and all webhook deliveries')}
      <li>API keys, settings, faults, pins, market events and webhook endpoints added since</li>
      {now !== undefined && <li>the virtual time that has passed; the clock is at {formatInstant(now)} UTC</li>}
    </ul>
  );
}

/** `before-reset`, or with a number if it is in use. */
function useFreeName(): string {
  const taken = new Set(useSnapshots().data?.snapshots.map(({ name }) => name));
  let name = 'before-reset';
  for (let index = 2; taken.has(name); index += 1) name = `before-reset-${index}`;
  return name;
}

function showReset(now: string, saved: string | null): void {
  notifications.show({
    message: (
      <>
        The world is reset; its clock is at {formatInstant(now)} UTC.{' '}
        {saved !== null && `The snapshot “${saved}” has the earlier state. `}
        <Link to={paths.portfolios}>Open the portfolios</Link>
      </>
    ),
    color: 'green',
    autoClose: 6_000,
  });
}
