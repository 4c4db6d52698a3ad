/** Chooses a currency other than EUR, each shown with what its rate stands at. */
import { NativeSelect } from '@mantine/core';
import { useRates } from '../../api/queries.ts';

interface CurrencyChoiceProps {
  readonly value: string;
  readonly error: string | null;
  readonly onChange: (currency: string) => void;
}

export function CurrencyChoice({ value, error, onChange }: CurrencyChoiceProps) {
  const rates = useRates().data?.rates ?? [];
  return (
    <NativeSelect
      label="Currency"
      data={rates.map((rate) => ({ value: rate.currency, label: `${rate.currency} · ${rate.per_eur} for one EUR` }))}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
