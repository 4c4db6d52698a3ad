/** "Break something…": the kind with its sentence on the left, its place, number and time on the right. */
import { useState } from 'react';
import { setFault } from '../../api/market-calls.ts';
import { useClock } from '../../api/queries.ts';
import { FormDialog } from '../forms/form-dialog.tsx';
import { useFormAction } from '../forms/use-form-action.ts';
import { instantText } from '../forms/virtual-instant.ts';
import { faultBody, newFaultDraft, withKind } from './fault-draft.ts';
import { FaultFields } from './fault-fields.tsx';
import { FaultKindPicker } from './fault-kind-picker.tsx';
import { FAULT_KINDS } from './fault-kinds.ts';
import { FaultTimeFields } from './fault-time-fields.tsx';

const HOUR_MS = 3_600_000;
const FIELDS = [
  ...['/exchange', '/isin', '/share', '/count', '/from', '/for', '/until', '/cancel_orders'],
  ...['/added_ms', '/fill_share', '/delay_ms', '/factor', '/bps'],
];

interface FaultDialogProps {
  /** At which it begins; undefined: the usual one. */
  readonly exchange?: string | undefined;
  readonly onClose: () => void;
}

export function FaultDialog({ exchange, onClose }: FaultDialogProps) {
  const now = useClock().data?.now;
  const [draft, setDraft] = useState(() => {
    const usual = newFaultDraft('exchange_down', now === undefined ? '' : instantText(Date.parse(now) + HOUR_MS));
    return exchange === undefined ? usual : { ...usual, exchange };
  });
  const form = useFormAction({
    run: setFault,
    done: (fault) => `${FAULT_KINDS[draft.kind].label}: ${fault.status === 'active' ? 'in force' : 'scheduled'}.`,
    after: onClose,
    fields: FIELDS,
  });
  const parts = {
    draft,
    errors: form.errors,
    set: (change: Partial<typeof draft>) => setDraft({ ...draft, ...change }),
  };
  return (
    <FormDialog
      title="Break something in the market"
      size={860}
      submitLabel="Break it"
      outcome={FAULT_KINDS[draft.kind].sentence}
      isPending={form.isPending}
      problems={form.errors.elsewhere}
      onSubmit={() => form.send(faultBody(draft))}
      onClose={onClose}
    >
      <div className="fault-form">
        <FaultKindPicker value={draft.kind} onChange={(kind) => setDraft(withKind(draft, kind))} />
        <div className="fault-form-side">
          <FaultFields {...parts} />
          <FaultTimeFields {...parts} />
        </div>
      </div>
    </FormDialog>
  );
}
