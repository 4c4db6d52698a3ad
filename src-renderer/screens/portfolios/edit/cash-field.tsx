/** The cash of a portfolio, in its base currency. */
import { NumberInput } from '@mantine/core';
import type { NumberText } from '../../../components/portfolios/portfolio-draft.ts';

interface CashFieldProps {
  readonly currency: string;
  readonly cash: NumberText;
  readonly error: string | null;
  readonly onChange: (cash: NumberText) => void;
}

export function CashField({ currency, cash, error, onChange }: CashFieldProps) {
  return (
    <NumberInput
      label={`Cash (${currency})`}
      clampBehavior="none"
      decimalScale={2}
      step={1000}
      thousandSeparator={'\u202f'}
      value={cash}
      error={error}
      onChange={onChange}
    />
  );
}
