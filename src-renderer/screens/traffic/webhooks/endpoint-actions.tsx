/** The actions for an endpoint: pause and resume at once; all others ask first, in their own dialogs. */

import { ActionIcon, Button, Checkbox, Code, Group, Stack, Text } from '@mantine/core';
import { IconKey, IconRefresh, IconSend, IconSettings, IconTrash } from '@tabler/icons-react';
import type { ControlBody } from '../../../../src-server/contract/control/control-routes.ts';
import type { WebhookEndpoint } from '../../../../src-server/contract/control/webhooks/webhooks.ts';
import { changeWebhook, redeliverAll, removeWebhook } from '../../../api/webhooks-api.ts';
import { ActionButton } from '../../../components/feedback/action-button.tsx';
import { plural } from '../../../components/format/format-number.ts';
import { fieldsOf } from '../../../components/forms/fields.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { toInstant } from '../../../components/forms/virtual-instant.ts';
import { Hint } from '../../../components/layout/hint.tsx';
import { useAddressDialogs } from '../../../components/layout/use-address-dialog.ts';
import { EndpointDialog, type EndpointDialogProps } from '../../../components/webhooks/endpoint-dialog.tsx';
import { formatResume } from '../../../components/webhooks/endpoint-label.ts';
import { RotateDialog } from '../../../components/webhooks/rotate-dialog.tsx';
import { TestEventDialog } from './test-event-dialog.tsx';

const DIALOGS = [
  { name: 'change', label: 'Edit the endpoint', Icon: IconSettings, Dialog: EndpointDialog },
  { name: 'rotate', label: 'Show and rotate the secret of', Icon: IconKey, Dialog: RotateDialog },
  { name: 'redeliver', label: 'Send failed deliveries again of', Icon: IconRefresh, Dialog: RedeliverDialog },
  { name: 'remove', label: 'Remove the endpoint', Icon: IconTrash, Dialog: RemoveDialog },
];

const TEST = { name: 'test', label: 'Send a test event to', Icon: IconSend, Dialog: TestEventDialog };

const ALL_DIALOGS = [TEST, ...DIALOGS];
const DIALOG_NAMES = ALL_DIALOGS.map(({ name }) => name);

export function EndpointActions({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { open, of, show, close } = useAddressDialogs(DIALOG_NAMES);
  const shown = of === endpoint.webhook_id ? ALL_DIALOGS.find(({ name }) => name === open) : undefined;
  const ask = (name: string) => show(name, endpoint.webhook_id);
  return (
    <Group component="span" gap="xs" wrap="nowrap" display="inline-flex">
      <Hint label={`${TEST.label} ${endpoint.url}…`} maw={300}>
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`${TEST.label} ${endpoint.url}`}
          leftSection={<TEST.Icon size={12} aria-hidden />}
          onClick={() => ask(TEST.name)}
        >
          Test…
        </Button>
      </Hint>
      <PauseButton endpoint={endpoint} />
      {DIALOGS.map((dialog) => (
        <Hint key={dialog.label} label={`${dialog.label} ${endpoint.url}…`} maw={300}>
          <ActionIcon size="sm" aria-label={`${dialog.label} ${endpoint.url}`} onClick={() => ask(dialog.name)}>
            <dialog.Icon size={14} />
          </ActionIcon>
        </Hint>
      ))}
      {shown !== undefined && <shown.Dialog endpoint={endpoint} onClose={close} />}
    </Group>
  );
}

function PauseButton({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const isEnabled = endpoint.status === 'enabled';
  const label = isEnabled ? 'Pause: new deliveries wait' : formatResume(endpoint);
  const verb = isEnabled ? 'Pause' : endpoint.status === 'disabled' ? 'Enable' : 'Resume';
  return (
    <Hint label={label} maw={300}>
      <ActionButton
        size="compact-xs"
        variant="default"
        aria-label={`${verb} the endpoint ${endpoint.url}`}
        action={{
          doing: isEnabled ? 'Pausing the endpoint' : 'Resuming the endpoint',
          run: () => changeWebhook(endpoint.webhook_id, { status: isEnabled ? 'paused' : 'enabled' }),
          done: ({ url, status }) =>
            status === 'paused'
              ? `${url} is paused. Its deliveries wait.`
              : `${url} is resumed. Its waiting deliveries are sent at once.`,
        }}
      >
        {verb}
      </ActionButton>
    </Hint>
  );
}

interface RedeliverDraft {
  readonly since: string;
  readonly statuses: NonNullable<ControlBody<'POST /webhooks/{id}/redeliver'>['statuses']>;
}

const { Field, InstantField } = fieldsOf<RedeliverDraft>();

function RedeliverDialog({ endpoint, onClose }: EndpointDialogProps) {
  const form = useServerForm({
    initial: { since: '', statuses: ['failed', 'dropped'] },
    send: ({ since, statuses }: RedeliverDraft) =>
      redeliverAll(endpoint.webhook_id, { statuses, ...(since.trim() === '' ? {} : { since: toInstant(since) }) }),
    done: ({ redelivered }) =>
      redelivered === 0
        ? 'There were no deliveries to send again.'
        : `${plural(redelivered, 'delivery is', 'deliveries are')} sent again.`,
    after: onClose,
  });
  return (
    <FormDialog
      form={form}
      title="Send failed deliveries again"
      size={520}
      submitLabel="Send again"
      outcome={`To ${endpoint.url}, oldest first, with the same webhook event ids.`}
      canSend={form.values.statuses.length > 0}
      onClose={onClose}
    >
      <InstantField
        name="since"
        label="Webhook events since (virtual UTC)"
        description="For example 2026-03-02 09:30. Empty: since the beginning."
        placeholder="the beginning"
        data-autofocus
      />
      <Field name="statuses">
        {(input) => (
          <Checkbox.Group label="Deliveries that" size="xs" {...input}>
            <Stack gap="sm" pt="xs">
              <Checkbox size="xs" value="failed" label="failed (all attempts failed, or the endpoint was removed)" />
              <Checkbox size="xs" value="dropped" label="were dropped (a fault prevented the delivery)" />
            </Stack>
          </Checkbox.Group>
        )}
      </Field>
    </FormDialog>
  );
}

function RemoveDialog({ endpoint, onClose }: EndpointDialogProps) {
  const form = useServerForm({
    initial: {},
    send: () => removeWebhook(endpoint.webhook_id),
    done: () => `Endpoint ${endpoint.url} removed.`,
    after: onClose,
  });
  const { waiting, url } = endpoint;
  const failing = plural(waiting, 'delivery that waits', 'deliveries that wait');
  return (
    <FormDialog
      form={form}
      title="Remove the endpoint"
      size={520}
      submitLabel="Remove endpoint"
      keep="Keep it"
      outcome={waiting === 0 ? 'No deliveries are waiting.' : `${failing} for it will fail.`}
      onClose={onClose}
    >
      <Text>
        Ballast sends nothing more to <Code>{url}</Code>, and its secret is deleted. Past deliveries stay in the list.
        To keep the endpoint for later, pause it instead.
      </Text>
    </FormDialog>
  );
}
