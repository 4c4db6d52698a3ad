/** Asks before an endpoint is removed, and says what becomes of what waits for it. */
import { Code } from '@mantine/core';
import { removeWebhook } from '../../../api/webhooks-api.ts';
import { plural } from '../../../components/format/format-number.ts';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import type { EndpointDialogProps } from '../../../components/webhooks/endpoint-dialog.tsx';
import classes from '../../../components/webhooks/webhooks.module.css';

export function RemoveDialog({ endpoint, onClose }: EndpointDialogProps) {
  const form = useServerForm({
    initial: {},
    send: () => removeWebhook(endpoint.webhook_id),
    done: () => `Endpoint ${endpoint.url} removed.`,
    after: onClose,
  });
  return (
    <FormDialog
      form={form}
      title="Remove the endpoint"
      size={520}
      submitLabel="Remove it"
      outcome={formatWaiting(endpoint.waiting)}
      onClose={onClose}
    >
      <p className={classes.dialogLine}>
        Nothing more is sent to <Code>{endpoint.url}</Code>, and its secret is gone. What was sent stays in the list of
        deliveries. To keep it for later, pause it instead.
      </p>
    </FormDialog>
  );
}

function formatWaiting(waiting: number): string {
  if (waiting === 0) return 'Nothing waits for it.';
  return `${plural(waiting, 'delivery that waits', 'deliveries that wait')} for it will fail.`;
}
