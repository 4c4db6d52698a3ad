/** "Send again what failed…": which deliveries of an endpoint, and since when. */
import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { redeliverAll } from '../../../api/webhook-calls.ts';
import { plural } from '../../../components/format/format-number.ts';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { useFormAction } from '../../../components/forms/use-form-action.ts';
import { toInstant } from '../../../components/forms/virtual-instant.ts';
import type { EndpointDialogProps } from '../../../components/webhooks/endpoint-dialog.tsx';

export function RedeliverDialog({ endpoint, onClose }: EndpointDialogProps) {
  const [since, setSince] = useState('');
  const [statuses, setStatuses] = useState<string[]>(['failed', 'dropped']);
  const { send, isPending, errors } = useFormAction({
    run: (body) => redeliverAll(endpoint.webhook_id, body),
    done: ({ redelivered }) => formatDone(redelivered),
    after: onClose,
    fields: ['/since', '/statuses'],
  });
  return (
    <FormDialog
      title="Send again what failed"
      size={520}
      submitLabel="Send again"
      outcome={`To ${endpoint.url}, oldest first, with the same event ids.`}
      isPending={isPending}
      canSend={statuses.length > 0}
      problems={errors.elsewhere}
      onSubmit={() => send({ statuses, ...(since.trim() === '' ? {} : { since: toInstant(since) }) })}
      onClose={onClose}
    >
      <TextInput
        label="Events since (virtual UTC)"
        description="Like 2026-03-02 09:30. Empty: since the beginning."
        placeholder="the beginning"
        data-autofocus
        value={since}
        error={errors.at('/since')}
        onChange={(event) => setSince(event.currentTarget.value)}
      />
      <Checkbox.Group
        label="Deliveries that"
        size="xs"
        value={statuses}
        error={errors.at('/statuses')}
        onChange={setStatuses}
      >
        <div className="dialog-choices">
          <Checkbox size="xs" value="failed" label="failed: every attempt did, or the endpoint let go" />
          <Checkbox size="xs" value="dropped" label="were dropped: a fault kept them from the receiver" />
        </div>
      </Checkbox.Group>
    </FormDialog>
  );
}

function formatDone(redelivered: number): string {
  if (redelivered === 0) return 'There was nothing to send again.';
  return `${plural(redelivered, 'delivery is', 'deliveries are')} sent again.`;
}
