/** "Set a fault…": the kind with its sentence on the left; its fields, what it is about, how much and how long on the right. */
import { Stack } from '@mantine/core';
import { setFault } from '../../../api/faults-api.ts';
import { WIRE_KINDS } from '../../../components/faults/wire-fault-kinds.ts';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { RequestMatchFields, WebhookMatchFields } from './match-fields.tsx';
import { NEW_WIRE_FAULT, type WireFaultDraft, wireFaultBody } from './wire-fault-draft.ts';
import { ExtentFields, WireFaultFields } from './wire-fault-fields.tsx';
import { WireFaultKindPicker } from './wire-fault-kind-picker.tsx';
import classes from './wire-faults.module.css';

export function WireFaultDialog({ onClose }: { readonly onClose: () => void }) {
  const form = useServerForm({
    initial: NEW_WIRE_FAULT,
    send: (draft) => setFault(wireFaultBody(draft)),
    done: (fault, { kind }) => `${WIRE_KINDS[kind].label}: ${fault.status === 'active' ? 'in force' : 'scheduled'}.`,
    after: onClose,
  });
  const draft = form.values;
  const { sentence, scope } = WIRE_KINDS[draft.kind];
  return (
    <FormDialog
      form={form}
      title="Set a fault on the wire"
      size={920}
      submitLabel="Set it"
      outcome={`${sentence} ${formatExtent(draft)}`}
      onClose={onClose}
    >
      <div className={classes.wireFaultForm}>
        <WireFaultKindPicker value={draft.kind} onChange={(kind) => form.set({ kind })} />
        <Stack gap="md">
          <WireFaultFields draft={draft} />
          {scope === 'interface' ? <RequestMatchFields /> : <WebhookMatchFields match={draft.match} />}
          <ExtentFields />
        </Stack>
      </div>
    </FormDialog>
  );
}

function formatExtent({ count, duration }: WireFaultDraft): string {
  const hits = count === '' ? null : count === 1 ? 'one hit' : `${count} hits`;
  const time = duration.trim() === '' ? null : `${duration.trim()} of virtual time`;
  const ends = [hits, time].filter((word) => word !== null).join(' or ');
  return ends === '' ? 'It holds until it is ended.' : `It is over after ${ends}.`;
}
