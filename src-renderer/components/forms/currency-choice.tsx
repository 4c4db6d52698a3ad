/** Chooses a currency other than EUR, each shown with what its rate stands at. */
import { NativeSelect } from '@mantine/core';
import type { Schemas } from '../../api/api-client.ts';
import { useRates } from '../../api/market-api.ts';
import { isOneOf } from './is-one-of.ts';

export type ForeignCurrency = Schemas['CreateFxPin']['currency'];
export const FOREIGN_CURRENCIES: readonly ForeignCurrency[] = ['GBP', 'CHF', 'SEK', 'DKK', 'NOK', 'USD'];

interface CurrencyChoiceProps {
  readonly value: string;
  readonly error: string | null;
  readonly onChange: (currency: ForeignCurrency) => void;
}

export function CurrencyChoice({ value, error, onChange }: CurrencyChoiceProps) {
  const rates = useRates().data?.rates ?? [];
  return (
    <NativeSelect
      label="Currency"
      data={rates.map((rate) => ({ value: rate.currency, label: `${rate.currency} · ${rate.per_eur} for one EUR` }))}
      value={value}
      error={error}
      onChange={({ currentTarget: { value } }) => isOneOf(FOREIGN_CURRENCIES, value) && onChange(value)}
    />
  );
}
