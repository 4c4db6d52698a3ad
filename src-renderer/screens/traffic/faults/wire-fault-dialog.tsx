/**
 * "Set a fault…": the kinds with their sentences on the left; fields, criteria, number of hits and duration on the
 * right.
 */

import { Stack } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { BOUNDS } from '../../../../src-server/contract/fields/number-bounds.ts';
import type { ERROR_STATUS as ContractStatus } from '../../../../src-server/contract/service/errors.ts';
import { setFault } from '../../../api/faults-api.ts';
import { useWebhooks } from '../../../api/webhooks-api.ts';
import type { ControlCall } from '../../../components/code/control-call.ts';
import { CopyCall } from '../../../components/code/copy-call.tsx';
import { FaultKindPicker } from '../../../components/faults/fault-kind-picker.tsx';
import { WIRE_GROUPS, WIRE_KINDS, type WireField } from '../../../components/faults/wire-fault-kinds.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { FieldRow } from '../../../components/forms/field-row.tsx';
import { FieldGroup, fieldsOf } from '../../../components/forms/fields.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { LatencyNumberFields, LatencyShapeField } from '../../../components/forms/latency-fields.tsx';
import { fieldBounds, PERCENT_FIELD } from '../../../components/forms/number-text.ts';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { RequestMatchFields, WebhookMatchFields } from './match-fields.tsx';
import { NEW_WIRE_FAULT, ownEndpoint, type WireFaultDraft, wireFaultBody } from './wire-fault-draft.ts';
import { formatExtent } from './wire-fault-label.ts';
import classes from './wire-faults.module.css';

interface WireFaultDialogProps {
  readonly onClose: () => void;
}

/** Waits for the endpoints, because the form initially chooses one of the user's own. */
export function WireFaultDialog({ onClose }: WireFaultDialogProps) {
  const { data, isPending } = useWebhooks();
  if (isPending) return null;
  return <WireFaultForm endpoint={ownEndpoint(data?.webhooks ?? [])} onClose={onClose} />;
}

function WireFaultForm({ endpoint, onClose }: WireFaultDialogProps & { readonly endpoint: string }) {
  const form = useServerForm({
    initial: { ...NEW_WIRE_FAULT, match: { ...NEW_WIRE_FAULT.match, webhook_id: endpoint } },
    send: (draft) => setFault(wireFaultBody(draft)),
    done: (fault, { kind }) =>
      `The fault “${WIRE_KINDS[kind].label}” was ${fault.status === 'active' ? 'set' : 'scheduled'}.`,
    after: onClose,
  });
  const draft = form.values;
  const { scope } = WIRE_KINDS[draft.kind];
  return (
    <FormDialog
      form={form}
      title="Set an HTTP or webhook fault"
      size={920}
      submitLabel="Set the fault"
      outcome={formatExtent(draft)}
      also={<CopyCall callOf={() => callOf(wireFaultBody(draft))} />}
      onClose={onClose}
    >
      <div className={classes.form}>
        <FaultKindPicker
          groups={WIRE_GROUPS}
          words={WIRE_KINDS}
          value={draft.kind}
          onChange={(kind) => form.set({ kind })}
        />
        <Stack gap="md">
          <WireFaultFields {...draft} />
          {scope === 'interface' ? <RequestMatchFields /> : <WebhookMatchFields match={draft.match} />}
          <ExtentFields />
        </Stack>
      </div>
    </FormDialog>
  );
}

/** A stub has its own helper. */
function callOf(body: ReturnType<typeof wireFaultBody>): ControlCall {
  const { kind, ...terms } = body;
  const isStub = kind === 'api_stub';
  return { path: '/faults', body, helper: isStub ? 'stub' : 'fault', argument: isStub ? terms : body };
}

const { TextField, InstantField, LongTextField, NumberField, SelectField, SwitchField } = fieldsOf<WireFaultDraft>();

function WireFaultFields({ kind, shape, stub_text: body, stub_template: isFilledIn }: WireFaultDraft) {
  const fields = WIRE_KINDS[kind].fields.map((field) =>
    field === 'latency' ? (
      <FieldGroup key={field} pointer="/latency_ms">
        <LatencyShapeField label="Latency (real time)" description="Up to ten minutes." />
        <FieldRow>
          <LatencyNumberFields shape={shape} step={100} bounds={BOUNDS.faultDelayMs} />
        </FieldRow>
      </FieldGroup>
    ) : (
      <Fragment key={field}>{FIELDS[field]}</Fragment>
    ),
  );
  const isLiteral = kind === 'api_stub' && !isFilledIn && body.includes('${');
  return (
    <>
      {fields}
      {isLiteral && <Notice tone="warn">{LITERAL}</Notice>}
    </>
  );
}

const LITERAL =
  'The body contains ${…}, which is sent as it is written. Switch on “Fill in ${…}” to send values in its place.';

const ERROR_STATUS: typeof ContractStatus = {
  invalid_request: 400,
  unauthorized: 401,
  quota_exceeded: 402,
  not_found: 404,
  already_executing: 409,
  drift_below_threshold: 422,
  rate_limit: 429,
  internal_error: 500,
};

/** The most serious first, which a client has most to fear from. */
const ERROR_CHOICES = Object.entries(ERROR_STATUS)
  .map(([value, status]) => ({ value, label: `${status} ${value}` }))
  .reverse();

const FIELDS: Readonly<Record<Exclude<WireField, 'latency'>, ReactNode>> = {
  error: (
    <>
      <SelectField name="code" label="Error" data={[...ERROR_CHOICES]} />
      <TextField name="message" label="Message" placeholder="the default names the fault" />
      <NumberField
        name="retry_after_s"
        label="Retry-After (s)"
        unit="s"
        description="Empty: none, or 1 with rate_limit."
        {...fieldBounds(BOUNDS.retryAfterS)}
      />
    </>
  ),
  over_ms: (
    <NumberField
      name="over_ms"
      required
      label="Duration (ms, real time)"
      unit="ms"
      description="1 to 600 000 (ten minutes)."
      step={500}
      {...fieldBounds(BOUNDS.bodyOverMs)}
    />
  ),
  keep: (
    <NumberField
      name="remainingPercent"
      required
      pointer="/keep"
      label="Body delivered (%)"
      unit="%"
      description="From 0 to below 100."
      step={10}
      {...fieldBounds(BOUNDS.bodyShare, { ...PERCENT_FIELD, decimals: 2 })}
    />
  ),
  after_processing: (
    <SwitchField
      name="after_processing"
      label="Process the request first"
      description="On: the request takes effect, and only the response is lost. Off: nothing changes in the world."
    />
  ),
  content_type: <TextField name="content_type" label="Content-Type" />,
  stub: (
    <>
      <FieldRow>
        <NumberField
          name="stub_status"
          required
          pointer="/answer/status"
          label="Status"
          description="200 to 599."
          {...fieldBounds(BOUNDS.responseStatus)}
        />
        <NumberField
          name="stub_delay_ms"
          required
          pointer="/delay_ms"
          label="Delay (ms, real time)"
          unit="ms"
          description="Up to ten minutes."
          step={500}
          {...fieldBounds(BOUNDS.faultDelayMs)}
        />
        <NumberField
          name="stub_priority"
          required
          pointer="/priority"
          label="Priority"
          description="The stub with the highest priority responds."
          {...fieldBounds(BOUNDS.stubPriority)}
        />
      </FieldRow>
      <TextField
        name="stub_type"
        pointer="/answer/headers"
        label="Content-Type"
        placeholder="JSON or plain text, depending on the body"
      />
      <LongTextField
        name="stub_text"
        pointer={['/answer/body', '/answer/text']}
        label="Body"
        description="JSON or any text. Empty: none."
        minRows={3}
        maxRows={12}
      />
      <SwitchField
        name="stub_template"
        pointer="/answer/template"
        label="Fill in ${…}"
        description="For example ${request/body/portfolio_id}, ${now} or ${portfolio/drift/max_drift}."
      />
      <SwitchField
        name="stub_processed"
        pointer="/before"
        label="Process the request first"
        description="On: the request takes effect. Off: nothing changes in the world."
      />
    </>
  ),
  delay: <TextField name="delay" label="Delay (virtual time)" description="For example 30s, 5m or 2h; 1ms to 7d." />,
  age: (
    <TextField
      name="age"
      label="Timestamp too old by"
      description="For example 10m or 2h; 1s to 365d. Receivers usually refuse more than 5 minutes."
    />
  ),
};

function ExtentFields() {
  return (
    <fieldset className={classes.fieldset}>
      <legend>Extent and duration</legend>
      <FieldRow>
        <NumberField
          name="sharePercent"
          required
          pointer="/share"
          label="Share affected (%)"
          unit="%"
          description="Above 0, at most 100."
          step={10}
          {...fieldBounds(BOUNDS.hitShare, PERCENT_FIELD)}
        />
        <NumberField
          name="skip"
          label="Skip first"
          description="Number of matches to let through first."
          {...fieldBounds(BOUNDS.skippedMatches)}
        />
        <NumberField
          name="count"
          label="Hits"
          description="Number of hits. Empty: no limit."
          {...fieldBounds(BOUNDS.hits)}
        />
      </FieldRow>
      <FieldRow>
        <InstantField name="from" isFuture label="Begins (virtual UTC)" description="Empty: now." placeholder="now" />
        <TextField
          name="duration"
          pointer={['/for', '/until']}
          withFields={['from']}
          label="Ends after (virtual time)"
          description="For example 30m or 2h."
          placeholder="when I end it"
        />
      </FieldRow>
    </fieldset>
  );
}
