/** The fields that a kind of fault has of its own, and those of how much it hits and how long it holds. */
import type { ReactNode } from 'react';
import { WIRE_KINDS, type WireField } from '../../../components/faults/wire-fault-kinds.ts';
import { FieldGroup, fieldsOf } from '../../../components/forms/fields.tsx';
import { LatencyNumberFields, LatencyShapeField } from '../../../components/forms/latency-fields.tsx';
import { ERROR_CHOICES } from './error-choices.ts';
import type { WireFaultDraft } from './wire-fault-draft.ts';
import classes from './wire-faults.module.css';

interface WireFaultFieldsProps {
  readonly draft: WireFaultDraft;
}

export function WireFaultFields({ draft }: WireFaultFieldsProps) {
  return WIRE_KINDS[draft.kind].fields.map((field) => {
    const Fields = FIELDS[field];
    return <Fields key={field} draft={draft} />;
  });
}

const { TextField, NumberField, SelectField, SwitchField } = fieldsOf<WireFaultDraft>();

const FIELDS: Readonly<Record<WireField, (props: WireFaultFieldsProps) => ReactNode>> = {
  error: ErrorFields,
  latency: ({ draft }) => (
    <FieldGroup pointer="/latency_ms">
      <LatencyShapeField label="Latency (real time)" description="Up to ten minutes." />
      <div className={classes.wireFaultRow}>
        <LatencyNumberFields shape={draft.shape} step={100} />
      </div>
    </FieldGroup>
  ),
  over_ms: () => (
    <NumberField
      name="overMs"
      pointer="/over_ms"
      label="Over (ms, real)"
      description="1 to 600 000 (ten minutes)."
      step={500}
    />
  ),
  keep: () => (
    <NumberField
      name="keepPercent"
      pointer="/keep"
      label="Of the body arrive (%)"
      description="0 to less than 100."
      step={10}
    />
  ),
  after_processing: () => (
    <SwitchField
      name="afterProcessing"
      pointer="/after_processing"
      label="Process the request first"
      description="On: what it asks for happens, and only the answer is lost. Off: nothing changes in the world."
    />
  ),
  content_type: () => <TextField name="contentType" pointer="/content_type" label="Content-Type" />,
  delay: () => <TextField name="delay" label="Later by (virtual time)" description="Like 30s, 5m, 2h; 1ms to 7d." />,
  age: () => (
    <TextField
      name="age"
      label="Timestamp too old by"
      description="Like 10m, 2h; 1s to 365d. Receivers usually refuse more than 5 minutes."
    />
  ),
};

function ErrorFields() {
  return (
    <>
      <SelectField name="code" label="Error" data={[...ERROR_CHOICES]} />
      <TextField name="message" label="Message" placeholder="one that names the fault" />
      <NumberField
        name="retryAfterS"
        pointer="/retry_after_s"
        label="Retry-After (s)"
        description="Empty: none, or 1 with rate_limit."
      />
    </>
  );
}

export function ExtentFields() {
  return (
    <fieldset className={classes.wireFaultMatch}>
      <legend>How much and how long</legend>
      <div className={classes.wireFaultRow}>
        <NumberField
          name="sharePercent"
          pointer="/share"
          label="Share of them (%)"
          description="Above 0 to 100."
          step={10}
        />
        <NumberField name="count" label="Hits" description="Empty: no bound." />
      </div>
      <div className={classes.wireFaultRow}>
        <TextField name="from" label="Begins (virtual UTC)" description="Empty: now." placeholder="now" />
        <TextField
          name="duration"
          pointer={['/for', '/until']}
          label="Lasts (virtual time)"
          description="Like 30m. Empty: no end."
          placeholder="until ended"
        />
      </div>
    </fieldset>
  );
}
