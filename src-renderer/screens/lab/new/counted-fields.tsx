/** The assumptions of a lab run: taxes, how orders fill, cash flows, and the band for days outside. */

import { Fieldset, SimpleGrid, Stack } from '@mantine/core';
import type { PortfolioConstraints } from '../../../../src-server/contract/control/portfolios/constraints.ts';
import { BOUNDS } from '../../../../src-server/contract/fields/number-bounds.ts';
import { formatCount } from '../../../components/format/format-number.ts';
import { ChoiceField } from '../../../components/forms/choice-field.tsx';
import { fieldsOf } from '../../../components/forms/fields.tsx';
import { fieldBounds, PERCENT_FIELD } from '../../../components/forms/number-text.ts';
import { ConstraintFields } from './constraint-fields.tsx';
import { countLives, type LabDraft } from './lab-draft.ts';
import { ScheduledFlowsNote } from './scheduled-flows-note.tsx';

const { Field, NumberField, SelectField, SwitchField } = fieldsOf<LabDraft>();

const EVERY = [
  { value: 'month', label: 'every month' },
  { value: 'quarter', label: 'every quarter' },
  { value: 'year', label: 'every year' },
];
const BANDS = [
  { value: 'absolute', label: 'of the portfolio' },
  { value: 'relative', label: 'of the target' },
];
const TRIGGERS = [
  { value: 'any_position', label: 'by any position' },
  { value: 'portfolio', label: 'by the portfolio' },
];
const TAXES: readonly { value: LabDraft['taxes']; label: string; meaning: string }[] = [
  {
    value: 'where_taxed',
    label: 'where it is due',
    meaning: 'Paid at the country’s headline rate, in wrappers that are taxed.',
  },
  { value: 'never', label: 'none', meaning: 'No portfolio pays tax on gains.' },
];
/** Minimum host seconds for a life that is played by the whole service. */
const FULL_LIFE_S = 2;

interface CountedFieldsProps {
  readonly draft: LabDraft;
  readonly labelOf: (portfolioId: string) => string;
  /** Of the chosen portfolios that have any. */
  readonly constrained: readonly PortfolioConstraints[];
  readonly onChange: (part: Partial<LabDraft>) => void;
}

export function CountedFields({ draft, labelOf, constrained, onChange }: CountedFieldsProps) {
  return (
    <Stack gap="md">
      <ConstraintFields {...{ constrained, labelOf }} />
      <Field name="taxes">{(input) => <ChoiceField label="Tax on realised gains" choices={TAXES} {...input} />}</Field>
      <Field name="execution">
        {(input) => <ChoiceField label="Orders are filled" choices={executionChoices(draft)} {...input} />}
      </Field>
      <SwitchField
        name="hasFlow"
        pointer="/cash_flow"
        label="Recurring cash flow"
        description="The same amount for every portfolio, at the first check of each period. No other cash flow is counted."
      />
      {draft.hasFlow && (
        <SimpleGrid cols={2} spacing="md">
          <NumberField
            name="flowAmount"
            required
            pointer="/cash_flow/amount"
            label="Amount"
            description="In the base currency. Negative: paid out."
            {...fieldBounds(BOUNDS.labFlow, { decimals: 2 })}
          />
          <SelectField
            name="flowEvery"
            pointer="/cash_flow/every"
            label="How often"
            description="At the first check of each period"
            data={EVERY}
          />
        </SimpleGrid>
      )}
      {draft.portfolios.map((id) => (
        <ScheduledFlowsNote key={id} portfolioId={id} label={labelOf(id)} draft={draft} onCount={onChange} />
      ))}
      <Fieldset legend="Band that counts as outside" variant="unstyled">
        <SimpleGrid cols={3} spacing="sm" mt="xs">
          <NumberField
            name="bandPercent"
            required
            pointer="/band/threshold"
            aria-label="Half-width of the band"
            unit="%"
            {...fieldBounds(BOUNDS.labBand, PERCENT_FIELD)}
          />
          <SelectField name="bandType" pointer="/band/band_type" aria-label="Band relative to" data={BANDS} />
          <SelectField
            name="bandTrigger"
            pointer="/band/trigger"
            aria-label="What must leave the band"
            data={TRIGGERS}
          />
        </SimpleGrid>
      </Fieldset>
    </Stack>
  );
}

function executionChoices(
  draft: LabDraft,
): readonly { value: LabDraft['execution']; label: string; meaning: string }[] {
  const lives = countLives(draft);
  const atLeast = lives === null ? '' : ` This run takes at least ${formatMinutes(lives * FULL_LIFE_S)}.`;
  return [
    {
      value: 'at_mid_plus_costs',
      label: 'at mid plus costs',
      meaning: 'At the mid price plus estimated costs. Thousands of simulations take a few minutes.',
    },
    {
      value: 'full',
      label: 'by the full service',
      meaning: `By the service, with its exchanges and fills. About a hundred times slower, without tax and cash flows, and for at most 2\u202f000 simulations.${atLeast}`,
    },
  ];
}

function formatMinutes(seconds: number): string {
  return seconds < 90 ? `${formatCount(seconds)} s` : `${formatCount(seconds / 60)} min`;
}
