/** "Break something…": the kind with its sentence on the left, its place, number and time on the right. */

import { Stack } from '@mantine/core';
import { useClock } from '../../api/clock-api.ts';
import { setFault } from '../../api/faults-api.ts';
import { FormDialog } from '../forms/form-dialog.tsx';
import classes from '../forms/market-forms.module.css';
import { useServerForm } from '../forms/use-server-form.ts';
import { instantText } from '../forms/virtual-instant.ts';
import { faultBody, newFaultDraft, withKind } from './fault-draft.ts';
import { FaultFields } from './fault-fields.tsx';
import { FaultKindPicker } from './fault-kind-picker.tsx';
import { FAULT_KINDS } from './fault-kinds.ts';
import { FaultTimeFields } from './fault-time-fields.tsx';

const HOUR_MS = 3_600_000;

interface FaultDialogProps {
  /** At which it begins; undefined: the usual one. */
  readonly exchange?: string | undefined;
  readonly onClose: () => void;
}

export function FaultDialog({ exchange, onClose }: FaultDialogProps) {
  const now = useClock().data?.now;
  const form = useServerForm({
    initial: () => {
      const usual = newFaultDraft('exchange_down', now === undefined ? '' : instantText(Date.parse(now) + HOUR_MS));
      return exchange === undefined ? usual : { ...usual, exchange };
    },
    send: (draft) => setFault(faultBody(draft)),
    done: (fault, { kind }) => `${FAULT_KINDS[kind].label}: ${fault.status === 'active' ? 'in force' : 'scheduled'}.`,
    after: onClose,
  });
  const draft = form.values;
  return (
    <FormDialog
      form={form}
      title="Break something in the market"
      size={860}
      submitLabel="Break it"
      outcome={FAULT_KINDS[draft.kind].sentence}
      onClose={onClose}
    >
      <div className={classes.faultForm}>
        <FaultKindPicker value={draft.kind} onChange={(kind) => form.set(withKind(draft, kind))} />
        <Stack gap="md">
          <FaultFields draft={draft} />
          <FaultTimeFields {...draft} />
        </Stack>
      </div>
    </FormDialog>
  );
}
