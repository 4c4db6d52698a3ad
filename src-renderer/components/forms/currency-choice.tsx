/** Chooses a currency other than EUR, each shown with its current rate. */
import { NativeSelect } from '@mantine/core';
import type { ControlBody } from '../../../src-server/contract/control/control-routes.ts';
import { useRates } from '../../api/market-api.ts';
import type { FieldInput } from './fields.tsx';
import { isOneOf } from './is-one-of.ts';

export type ForeignCurrency = Extract<ControlBody<'POST /market/pins'>, { per_eur: number }>['currency'];
export const FOREIGN_CURRENCIES: readonly ForeignCurrency[] = ['GBP', 'CHF', 'SEK', 'DKK', 'NOK', 'USD'];
/** A currency that an instrument is priced in. */
export type TradingCurrency = ForeignCurrency | 'EUR';
export const TRADING_CURRENCIES: readonly TradingCurrency[] = ['EUR', ...FOREIGN_CURRENCIES];

export function CurrencyChoice({ onChange, ...input }: FieldInput<ForeignCurrency>) {
  const rates = useRates().data?.rates ?? [];
  return (
    <NativeSelect
      label="Currency"
      data={rates.map((rate) => ({ value: rate.currency, label: `${rate.currency} · ${rate.per_eur} per EUR` }))}
      {...input}
      onChange={({ currentTarget: { value } }) => isOneOf(FOREIGN_CURRENCIES, value) && onChange(value)}
    />
  );
}
