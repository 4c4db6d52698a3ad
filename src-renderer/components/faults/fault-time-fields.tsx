/** When a fault begins and what ends it: its end by hand, a length of time, an instant, or a count of hits. */
import { Input, SegmentedControl } from '@mantine/core';
import { fieldsOf } from '../forms/fields.tsx';
import type { FaultDraft, SpanChoice } from './fault-draft.ts';
import { FAULT_KINDS } from './fault-kinds.ts';

const CHOICES: readonly { readonly value: SpanChoice; readonly label: string; readonly meaning: string }[] = [
  { value: 'for', label: 'for', meaning: 'For a length of virtual time.' },
  { value: 'until', label: 'until', meaning: 'Until an instant of virtual time.' },
  { value: 'count', label: 'count', meaning: 'Until it has hit so often.' },
  { value: 'until_ended', label: 'until ended', meaning: 'Until it is ended by hand.' },
];

const { Field, TextField, NumberField } = fieldsOf<FaultDraft>();

export function FaultTimeFields({ kind, span }: Pick<FaultDraft, 'kind' | 'span'>) {
  const choices = CHOICES.filter(({ value }) => value !== 'count' || FAULT_KINDS[kind].hasHits);
  return (
    <>
      <TextField name="from" label="Begins (virtual UTC)" description="Empty: now." placeholder="now" />
      <Field name="span">
        {({ value, onChange }) => (
          <Input.Wrapper label="Lasts" description={choices.find((choice) => choice.value === value)?.meaning}>
            <SegmentedControl<SpanChoice>
              fullWidth
              mt={4}
              aria-label="What ends the fault"
              data={choices.map((choice) => ({ value: choice.value, label: choice.label }))}
              value={value}
              onChange={onChange}
            />
          </Input.Wrapper>
        )}
      </Field>
      {span === 'for' && (
        <TextField
          name="duration"
          pointer={['/for', '/until']}
          label="Length of time"
          description="Like 90s, 30m, 2h, 1.5d."
        />
      )}
      {span === 'until' && <TextField name="until" label="Ends (virtual UTC)" description="Like 2026-03-02 17:00." />}
      {span === 'count' && <NumberField name="count" label="Hits" description="1 to 1 000 000; then it is over." />}
    </>
  );
}
