/** The constraints of the chosen portfolios, which limit every policy of the run unless it leaves them out. */
import { Text } from '@mantine/core';
import { constraintPhrases } from '../../../../src-server/contract/control/portfolios/constraint-phrases.ts';
import type { PortfolioConstraints } from '../../../../src-server/contract/control/portfolios/constraints.ts';
import { useInstrumentsByIsin } from '../../../api/market-api.ts';
import { TaxBudgetNote } from '../../../components/constraints/tax-budget-note.tsx';
import { formatMoney, formatPercent } from '../../../components/format/format-number.ts';
import { withSymbols } from '../../../components/format/named-instruments.ts';
import { ChoiceField } from '../../../components/forms/choice-field.tsx';
import { fieldsOf } from '../../../components/forms/fields.tsx';
import type { LabDraft } from './lab-draft.ts';

const { Field } = fieldsOf<LabDraft>();

const CHOICES: readonly { value: LabDraft['constraints']; label: string; meaning: string }[] = [
  {
    value: 'apply',
    label: 'apply',
    meaning: 'Applied as in each portfolio’s plans: they may prevent a policy from reaching the targets.',
  },
  { value: 'left_out', label: 'ignored', meaning: 'Every policy trades as if no portfolio had constraints.' },
];

interface ConstraintFieldsProps {
  /** Of the chosen portfolios that have any. */
  readonly constrained: readonly PortfolioConstraints[];
  readonly labelOf: (portfolioId: string) => string;
}

export function ConstraintFields({ constrained, labelOf }: ConstraintFieldsProps) {
  const instruments = useInstrumentsByIsin();
  if (constrained.length === 0) return null;
  return (
    <div>
      <Field name="constraints" pointer="/with_constraints">
        {(input) => <ChoiceField label="Constraints" choices={CHOICES} {...input} />}
      </Field>
      {constrained.map(({ portfolio_id: id, currency, constraints }) => {
        const money = (amount: number) => `${formatMoney(amount)}\u00a0${currency}`;
        const phrases = constraintPhrases(constraints, { money, percent: formatPercent });
        return (
          <div key={id}>
            <Text size="sm" mt={6}>
              {labelOf(id)}: {withSymbols(phrases.join(', '), instruments)}.
            </Text>
            <TaxBudgetNote portfolioId={id} />
          </div>
        );
      })}
    </div>
  );
}
