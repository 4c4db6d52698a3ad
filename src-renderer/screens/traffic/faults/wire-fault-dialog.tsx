/** "Set a fault…": the kind with its sentence on the left; its fields, what it is about, how much and how long on the right. */
import { useState } from 'react';
import { setFault } from '../../../api/market-calls.ts';
import { WIRE_KINDS } from '../../../components/faults/wire-fault-kinds.ts';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { useFormAction } from '../../../components/forms/use-form-action.ts';
import { RequestMatchFields } from './request-match-fields.tsx';
import { WebhookMatchFields } from './webhook-match-fields.tsx';
import { NEW_WIRE_FAULT, type WireFaultDraft, wireFaultBody } from './wire-fault-draft.ts';
import { ExtentFields } from './wire-fault-extent-fields.tsx';
import { WireFaultFields } from './wire-fault-fields.tsx';
import { WireFaultKindPicker } from './wire-fault-kind-picker.tsx';
import '../../../components/forms/market-forms.css';
import './wire-faults.css';

const FIELDS = [
  ...['/code', '/message', '/retry_after_s', '/latency_ms', '/over_ms', '/keep', '/content_type', '/delay', '/age'],
  ...['/match/operation', '/match/method', '/match/form', '/match/key_id', '/match/path', '/match/query'],
  ...['/match/headers', '/match/body', '/match/webhook_id', '/match/types', '/match/event_id'],
  ...['/share', '/count', '/from', '/for', '/until'],
];

export function WireFaultDialog({ onClose }: { readonly onClose: () => void }) {
  const [draft, setDraft] = useState(NEW_WIRE_FAULT);
  const { label, sentence, scope } = WIRE_KINDS[draft.kind];
  const form = useFormAction({
    run: setFault,
    done: (fault) => `${label}: ${fault.status === 'active' ? 'in force' : 'scheduled'}.`,
    after: onClose,
    fields: FIELDS,
  });
  const parts = {
    draft,
    errors: form.errors,
    set: (change: Partial<WireFaultDraft>) => setDraft({ ...draft, ...change }),
  };
  return (
    <FormDialog
      title="Set a fault on the wire"
      size={920}
      submitLabel="Set it"
      outcome={`${sentence} ${formatExtent(draft)}`}
      isPending={form.isPending}
      problems={form.errors.elsewhere}
      onSubmit={() => form.send(wireFaultBody(draft))}
      onClose={onClose}
    >
      <div className="wire-fault-form">
        <WireFaultKindPicker value={draft.kind} onChange={(kind) => setDraft({ ...draft, kind })} />
        <div className="fault-form-side">
          <WireFaultFields {...parts} />
          {scope === 'interface' ? <RequestMatchFields {...parts} /> : <WebhookMatchFields {...parts} />}
          <ExtentFields {...parts} />
        </div>
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
