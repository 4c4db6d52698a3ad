/** How an exploration searches for faults: its duration, its seed, and which findings it reports. */

import { SimpleGrid, Stack } from '@mantine/core';
import { BOUNDS } from '../../../../src-server/contract/fields/number-bounds.ts';
import { VERDICT_MEANINGS, type Verdict } from '../../../components/explorer/verdicts.tsx';
import { ChoiceField } from '../../../components/forms/choice-field.tsx';
import { fieldsOf } from '../../../components/forms/fields.tsx';
import { fieldBounds } from '../../../components/forms/number-text.ts';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import type { ExplorationDraft } from './exploration-draft.ts';

const { Field, NumberField, TextField } = fieldsOf<ExplorationDraft>();

const ONLY: readonly { value: Verdict | 'all'; label: string; meaning: string }[] = [
  { value: 'all', label: 'all', meaning: 'Every finding is reported.' },
  ...VERDICT_MEANINGS.map(({ verdict, meaning }) => ({ value: verdict, label: verdict, meaning })),
];

export function SearchFields() {
  return (
    <Stack gap="md">
      <SimpleGrid cols={2} spacing="md">
        <TextField
          name="budget"
          label="Budget"
          description="Time for the search, such as 90s or 10m."
          placeholder="2m"
        />
        <NumberField
          name="trials"
          label="Trials"
          description="Maximum number in the search"
          placeholder="no limit"
          {...fieldBounds(BOUNDS.trials)}
        />
        <NumberField
          name="jobs"
          label="Trials at once"
          description="Clients run in parallel"
          placeholder="depends on the cores"
          {...fieldBounds(BOUNDS.trialsAtOnce)}
        />
        <NumberField
          name="seed"
          required
          label="Seed"
          description="Seed of the random faults"
          {...fieldBounds(BOUNDS.seed)}
        />
      </SimpleGrid>
      <Dimmed>
        Both limits apply to the search. Confirming and shrinking the findings takes extra time, which neither limit
        counts.
      </Dimmed>
      <Field name="only">{(input) => <ChoiceField label="Findings to report" choices={ONLY} {...input} />}</Field>
    </Stack>
  );
}
