/** The fields that a kind of fault has of its own, and no others. */
import { NativeSelect, Switch, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { WIRE_KINDS, type WireField } from '../../../components/faults/wire-fault-kinds.ts';
import { NumberField } from '../../../components/forms/number-field.tsx';
import { ERROR_CHOICES } from './error-choices.ts';
import { LatencyChoice } from './latency-choice.tsx';
import type { WireFaultFieldsProps } from './wire-fault-fields-props.ts';

export function WireFaultFields(props: WireFaultFieldsProps) {
  return WIRE_KINDS[props.draft.kind].fields.map((field) => {
    const Field = FIELDS[field];
    return <Field key={field} {...props} />;
  });
}

const FIELDS: Readonly<Record<WireField, (props: WireFaultFieldsProps) => ReactNode>> = {
  error: ErrorFields,
  latency: LatencyChoice,
  over_ms: ({ draft, errors, set }) => (
    <NumberField
      label="Over (ms, real)"
      description="1 to 600 000 (ten minutes)."
      value={draft.overMs}
      step={500}
      error={errors.at('/over_ms')}
      onChange={(overMs) => set({ overMs })}
    />
  ),
  keep: ({ draft, errors, set }) => (
    <NumberField
      label="Of the body arrive (%)"
      description="0 to less than 100."
      value={draft.keepPercent}
      step={10}
      error={errors.at('/keep')}
      onChange={(keepPercent) => set({ keepPercent })}
    />
  ),
  after_processing: ({ draft, set }) => (
    <Switch
      label="Process the request first"
      description="On: what it asks for happens, and only the answer is lost. Off: nothing changes in the world."
      checked={draft.afterProcessing}
      onChange={(event) => set({ afterProcessing: event.currentTarget.checked })}
    />
  ),
  content_type: ({ draft, errors, set }) => (
    <TextInput
      label="Content-Type"
      value={draft.contentType}
      error={errors.at('/content_type')}
      onChange={(event) => set({ contentType: event.currentTarget.value })}
    />
  ),
  delay: ({ draft, errors, set }) => (
    <TextInput
      label="Later by (virtual time)"
      description="Like 30s, 5m, 2h; 1ms to 7d."
      value={draft.delay}
      error={errors.at('/delay')}
      onChange={(event) => set({ delay: event.currentTarget.value })}
    />
  ),
  age: ({ draft, errors, set }) => (
    <TextInput
      label="Timestamp too old by"
      description="Like 10m, 2h; 1s to 365d. Receivers usually refuse more than 5 minutes."
      value={draft.age}
      error={errors.at('/age')}
      onChange={(event) => set({ age: event.currentTarget.value })}
    />
  ),
};

function ErrorFields({ draft, errors, set }: WireFaultFieldsProps) {
  return (
    <>
      <NativeSelect
        label="Error"
        data={[...ERROR_CHOICES]}
        value={draft.code}
        error={errors.at('/code')}
        onChange={(event) => set({ code: event.currentTarget.value })}
      />
      <TextInput
        label="Message"
        placeholder="one that names the fault"
        value={draft.message}
        error={errors.at('/message')}
        onChange={(event) => set({ message: event.currentTarget.value })}
      />
      <NumberField
        label="Retry-After (s)"
        description="Empty: none, or 1 with rate_limit."
        value={draft.retryAfterS}
        error={errors.at('/retry_after_s')}
        onChange={(retryAfterS) => set({ retryAfterS })}
      />
    </>
  );
}
