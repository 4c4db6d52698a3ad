/**
 * "Change…" of an endpoint: its URL, its event types, their order, the time it has to respond, and the certificates
 * that it is trusted by.
 */

import { useState } from 'react';
import type { ControlBody } from '../../../src-server/contract/control/control-routes.ts';
import type { WebhookEndpoint } from '../../../src-server/contract/control/webhooks/webhooks.ts';
import { WEBHOOK_TYPES } from '../../../src-server/contract/fields/listed-choices.ts';
import { BOUNDS } from '../../../src-server/contract/fields/number-bounds.ts';
import { changedFields } from '../../api/changed-fields.ts';
import { changeWebhook } from '../../api/webhooks-api.ts';
import { fieldsOf } from '../forms/fields.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { fieldBounds, type NumberText, numberOf } from '../forms/number-text.ts';
import { useServerForm } from '../forms/use-server-form.ts';

export interface EndpointDialogProps {
  readonly endpoint: WebhookEndpoint;
  readonly onClose: () => void;
}

interface EndpointDraft extends Pick<WebhookEndpoint, 'url' | 'ordered'> {
  readonly events: NonNullable<ControlBody<'PATCH /webhooks/{id}'>['events']>;
  readonly timeout_ms: NumberText;
  readonly trust: Trust;
  /** PEM. */
  readonly ca: string;
}

type Trust = 'usual' | 'ca' | 'insecure';

const { TextField, LongTextField, NumberField, SelectField, ManyField, SwitchField } = fieldsOf<EndpointDraft>();

const TRUSTS: { value: Trust; label: string }[] = [
  { value: 'usual', label: 'by the system’s CAs and additional ones of this server' },
  { value: 'ca', label: 'by the CA certificates given here' },
  { value: 'insecure', label: 'always (not verified)' },
];

export function EndpointDialog({ endpoint, onClose }: EndpointDialogProps) {
  const { webhook_id: id, url, events, ordered, timeout_ms, tls } = endpoint;
  const [opened] = useState<EndpointDraft>({
    url,
    events: WEBHOOK_TYPES.filter((type) => events?.includes(type)),
    ordered,
    timeout_ms,
    trust: trustIn(tls),
    ca: tls?.ca ?? '',
  });
  const form = useServerForm({
    initial: opened,
    // Only changes, so that those of somebody else stay.
    send: (draft) => changeWebhook(id, changedFields(bodyOf(opened), bodyOf(draft))),
    done: (changed) => `Endpoint ${changed.url} changed.`,
    after: onClose,
  });
  return (
    <FormDialog
      form={form}
      title="Edit the endpoint"
      size={560}
      submitLabel="Save changes"
      outcome="Applies to every attempt from now on, including retries."
      onClose={onClose}
    >
      <TextField name="url" label="URL" data-autofocus />
      <ManyField
        name="events"
        label="Webhook event types"
        description="Choose none for every type."
        data={[...WEBHOOK_TYPES]}
      />
      <SwitchField
        name="ordered"
        label="In order"
        description="On: one delivery at a time, and a retry delays those after it. Off: up to 16 at once."
      />
      <NumberField
        name="timeout_ms"
        required
        label="Response timeout (ms, real time)"
        unit="ms"
        description="100 to 15 000. After that the attempt fails."
        step={500}
        {...fieldBounds(BOUNDS.webhookTimeoutMs)}
      />
      {isHttps(form.values.url) && <TrustFields {...form.values} />}
    </FormDialog>
  );
}

function bodyOf({ events, trust, ca, ...draft }: EndpointDraft) {
  return {
    ...draft,
    url: draft.url.trim(),
    events: events.length === 0 ? null : events,
    timeout_ms: numberOf(draft.timeout_ms),
    tls: isHttps(draft.url) ? { usual: null, ca: { ca }, insecure: { insecure: true as const } }[trust] : null,
  };
}

function TrustFields({ trust }: Pick<EndpointDraft, 'trust'>) {
  return (
    <>
      <SelectField name="trust" pointer={['/tls', '/tls/insecure']} label="Trust its certificate" data={TRUSTS} />
      {trust === 'ca' && (
        <LongTextField
          name="ca"
          pointer="/tls/ca"
          label="Certificates of the CA (PEM)"
          placeholder="-----BEGIN CERTIFICATE-----"
          minRows={4}
          maxRows={10}
          autosize
        />
      )}
    </>
  );
}

const isHttps = (url: string) => /^https:/i.test(url.trim());

function trustIn(tls: WebhookEndpoint['tls']): Trust {
  if (tls === null) return 'usual';
  return tls.insecure === true ? 'insecure' : 'ca';
}
