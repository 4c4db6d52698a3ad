/** On what and over what policies are compared: portfolios, the horizon, how often they are looked at, and the paths. */
import { Input, SegmentedControl, SimpleGrid, Stack } from '@mantine/core';
import { ChoiceField } from '../../../components/forms/choice-field.tsx';
import { fieldsOf } from '../../../components/forms/fields.tsx';
import type { Choosable, Horizon, LabDraft } from './lab-draft.ts';

const { Field, InstantField, ManyField, NumberField, TextField } = fieldsOf<LabDraft>();

const HORIZONS: { value: Horizon; label: string }[] = [
  { value: '1', label: '1 year' },
  { value: '3', label: '3 years' },
  { value: '5', label: '5 years' },
  { value: '10', label: '10 years' },
  { value: 'date', label: 'until …' },
];
const CHECKS: readonly { value: LabDraft['check']; label: string; meaning: string }[] = [
  { value: 'day', label: 'every day', meaning: 'The closest look, which takes longest.' },
  { value: 'week', label: 'every week', meaning: 'A drift is noticed within a week.' },
  { value: 'month', label: 'every month', meaning: 'The quickest: a drift is noticed up to a month later.' },
];
const WHOLE = { allowDecimal: false, allowNegative: false };

interface SubjectFieldsProps {
  readonly choosable: readonly Choosable[];
  readonly draft: LabDraft;
  /** What the run is called where nothing is typed. */
  readonly usualName: string;
}

export function SubjectFields({ choosable, draft: { horizon }, usualName }: SubjectFieldsProps) {
  return (
    <Stack gap="md">
      <ManyField
        name="portfolios"
        label="Portfolios"
        searchable
        data={choosable.map(({ portfolio_id: value, label }) => ({ value, label }))}
        nothingFoundMessage="No portfolio with targets is called so."
      />
      <Field name="horizon" pointer={horizon === 'date' ? [] : '/to'}>
        {({ value, error, onChange }) => (
          <Input.Wrapper label="Horizon" description="From the present of the world on." error={error}>
            <SegmentedControl<Horizon>
              fullWidth
              mt={4}
              aria-label="Horizon"
              data={HORIZONS}
              value={value}
              onChange={onChange}
            />
          </Input.Wrapper>
        )}
      </Field>
      {horizon === 'date' && <InstantField name="until" pointer="/to" label="Until, virtual UTC" />}
      <Field name="check">{(input) => <ChoiceField label="Looked at" choices={CHECKS} {...input} />}</Field>
      <SimpleGrid cols={2} spacing="md">
        <NumberField
          name="paths"
          pointer={['/paths/seeds', '/paths']}
          label="Paths"
          description="Courses that prices may take"
          {...WHOLE}
        />
        <NumberField
          name="firstSeed"
          pointer={[]}
          label="First seed"
          description="The same seeds, the same paths"
          {...WHOLE}
        />
      </SimpleGrid>
      <TextField name="name" label="Name" placeholder={usualName} maxLength={200} />
    </Stack>
  );
}
