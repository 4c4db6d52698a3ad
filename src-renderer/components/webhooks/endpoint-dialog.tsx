/** "Change…" of an endpoint: where it is, what it is told of, in what order, and how long it may take to answer. */
import { MultiSelect, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { WebhookEndpoint } from '../../../src-server/contract/control/webhooks/webhooks.ts';
import { changeWebhook } from '../../api/webhook-calls.ts';
import { FormDialog } from '../forms/form-dialog.tsx';
import { NumberField } from '../forms/number-field.tsx';
import { useFormAction } from '../forms/use-form-action.ts';
import { WEBHOOK_TYPES } from './webhook-types.ts';

export interface EndpointDialogProps {
  readonly endpoint: WebhookEndpoint;
  readonly onClose: () => void;
}

const FIELDS = ['/url', '/events', '/ordered', '/timeout_ms'];

export function EndpointDialog({ endpoint, onClose }: EndpointDialogProps) {
  const [url, setUrl] = useState(endpoint.url);
  const [events, setEvents] = useState<string[]>(endpoint.events ?? []);
  const [ordered, setOrdered] = useState(endpoint.ordered);
  const [timeoutMs, setTimeoutMs] = useState<number | string>(endpoint.timeout_ms);
  const { send, isPending, errors } = useFormAction({
    run: (body) => changeWebhook(endpoint.webhook_id, body),
    done: (changed) => `Endpoint ${changed.url} changed.`,
    after: onClose,
    fields: FIELDS,
  });
  const change = () =>
    send({
      url: url.trim(),
      events: events.length === 0 ? null : events,
      ordered,
      timeout_ms: typeof timeoutMs === 'number' ? timeoutMs : null,
    });
  return (
    <FormDialog
      title="Change the endpoint"
      size={560}
      submitLabel="Change it"
      outcome="Holds for every attempt from now on, retries too."
      isPending={isPending}
      problems={errors.elsewhere}
      onSubmit={change}
      onClose={onClose}
    >
      <TextInput
        label="URL"
        data-autofocus
        value={url}
        error={errors.at('/url')}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <MultiSelect
        label="Event types"
        description="None chosen: every type."
        size="xs"
        clearable
        data={[...WEBHOOK_TYPES]}
        value={events}
        error={errors.at('/events')}
        onChange={setEvents}
      />
      <Switch
        label="In order"
        description="One event after the other; a retry holds back what follows. Off: up to 16 at once."
        checked={ordered}
        error={errors.at('/ordered')}
        onChange={(event) => setOrdered(event.currentTarget.checked)}
      />
      <NumberField
        label="Time to answer (ms, real)"
        description="100 to 15 000; then the attempt has failed."
        value={timeoutMs}
        step={500}
        error={errors.at('/timeout_ms')}
        onChange={setTimeoutMs}
      />
    </FormDialog>
  );
}
