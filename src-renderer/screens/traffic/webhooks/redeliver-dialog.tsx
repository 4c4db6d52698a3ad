/** "Send again what failed…": which deliveries of an endpoint, and since when. */

import { Checkbox } from '@mantine/core';
import type { Schemas } from '../../../api/api-client.ts';
import { redeliverAll } from '../../../api/webhooks-api.ts';
import { plural } from '../../../components/format/format-number.ts';
import { fieldsOf } from '../../../components/forms/fields.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { toInstant } from '../../../components/forms/virtual-instant.ts';
import type { EndpointDialogProps } from '../../../components/webhooks/endpoint-dialog.tsx';
import classes from '../../../components/webhooks/webhooks.module.css';

interface RedeliverDraft {
  readonly since: string;
  readonly statuses: NonNullable<Schemas['RedeliverAll']['statuses']>;
}

const { Field, TextField } = fieldsOf<RedeliverDraft>();

export function RedeliverDialog({ endpoint, onClose }: EndpointDialogProps) {
  const form = useServerForm({
    initial: { since: '', statuses: ['failed', 'dropped'] },
    send: ({ since, statuses }: RedeliverDraft) =>
      redeliverAll(endpoint.webhook_id, { statuses, ...(since.trim() === '' ? {} : { since: toInstant(since) }) }),
    done: ({ redelivered }) => formatDone(redelivered),
    after: onClose,
  });
  return (
    <FormDialog
      form={form}
      title="Send again what failed"
      size={520}
      submitLabel="Send again"
      outcome={`To ${endpoint.url}, oldest first, with the same event ids.`}
      canSend={form.values.statuses.length > 0}
      onClose={onClose}
    >
      <TextField
        name="since"
        label="Events since (virtual UTC)"
        description="Like 2026-03-02 09:30. Empty: since the beginning."
        placeholder="the beginning"
        data-autofocus
      />
      <Field name="statuses">
        {(input) => (
          <Checkbox.Group label="Deliveries that" size="xs" {...input}>
            <div className={classes.dialogChoices}>
              <Checkbox size="xs" value="failed" label="failed: every attempt did, or the endpoint let go" />
              <Checkbox size="xs" value="dropped" label="were dropped: a fault kept them from the receiver" />
            </div>
          </Checkbox.Group>
        )}
      </Field>
    </FormDialog>
  );
}

function formatDone(redelivered: number): string {
  if (redelivered === 0) return 'There was nothing to send again.';
  return `${plural(redelivered, 'delivery is', 'deliveries are')} sent again.`;
}
