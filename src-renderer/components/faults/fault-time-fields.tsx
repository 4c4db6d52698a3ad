/** When a fault begins and what ends it: its end by hand, a length of time, an instant, or a count of hits. */
import { Input, SegmentedControl, TextInput } from '@mantine/core';
import { NumberField } from '../forms/number-field.tsx';
import type { SpanChoice } from './fault-draft.ts';
import type { FaultFieldsProps } from './fault-fields.tsx';
import { FAULT_KINDS } from './fault-kinds.ts';

const CHOICES: readonly { readonly value: SpanChoice; readonly label: string; readonly meaning: string }[] = [
  { value: 'for', label: 'for', meaning: 'For a length of virtual time.' },
  { value: 'until', label: 'until', meaning: 'Until an instant of virtual time.' },
  { value: 'count', label: 'count', meaning: 'Until it has hit so often.' },
  { value: 'until_ended', label: 'until ended', meaning: 'Until it is ended by hand.' },
];

export function FaultTimeFields({ draft, errors, set }: FaultFieldsProps) {
  const choices = CHOICES.filter(({ value }) => value !== 'count' || FAULT_KINDS[draft.kind].hasHits);
  return (
    <>
      <TextInput
        label="Begins (virtual UTC)"
        description="Empty: now."
        placeholder="now"
        value={draft.from}
        error={errors.at('/from')}
        onChange={(event) => set({ from: event.currentTarget.value })}
      />
      <Input.Wrapper label="Lasts" description={choices.find(({ value }) => value === draft.span)?.meaning}>
        <SegmentedControl<SpanChoice>
          fullWidth
          mt={4}
          aria-label="What ends the fault"
          data={choices.map(({ value, label }) => ({ value, label }))}
          value={draft.span}
          onChange={(span) => set({ span })}
        />
      </Input.Wrapper>
      <EndField draft={draft} errors={errors} set={set} />
    </>
  );
}

function EndField({ draft, errors, set }: FaultFieldsProps) {
  switch (draft.span) {
    case 'until_ended':
      return null;
    case 'for':
      return (
        <TextInput
          label="Length of time"
          description="Like 90s, 30m, 2h, 1.5d."
          value={draft.duration}
          error={errors.at('/for') ?? errors.at('/until')}
          onChange={(event) => set({ duration: event.currentTarget.value })}
        />
      );
    case 'until':
      return (
        <TextInput
          label="Ends (virtual UTC)"
          description="Like 2026-03-02 17:00."
          value={draft.until}
          error={errors.at('/until')}
          onChange={(event) => set({ until: event.currentTarget.value })}
        />
      );
    case 'count':
      return (
        <NumberField
          label="Hits"
          description="1 to 1 000 000; then it is over."
          value={draft.count}
          error={errors.at('/count')}
          onChange={(count) => set({ count })}
        />
      );
  }
}
