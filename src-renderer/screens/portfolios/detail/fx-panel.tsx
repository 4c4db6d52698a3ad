/** The currencies of a portfolio, and the value of one unit of each in its base currency. */
import { Text } from '@mantine/core';
import { useMemo } from 'react';
import type { PortfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { useExchanges, useInstrumentsByIsin, useRates } from '../../../api/market-api.ts';
import { ErrorNotice } from '../../../components/feedback/error-notice.tsx';
import { formatMoney, formatRate, formatWeight, signedWeight } from '../../../components/format/format-number.ts';
import { type Column, fieldColumn, numberColumn, PERCENT } from '../../../components/tables/table-column.ts';
import { TablePanel } from '../../../components/tables/table-panel.tsx';
import { type CurrencyExposure, fxExposure } from './fx-exposure.ts';
import classes from './portfolio.module.css';

export function FxPanel({ portfolio }: { readonly portfolio: PortfolioView }) {
  const { data, error, refetch } = useRates();
  const instruments = useInstrumentsByIsin();
  const exchanges = useExchanges().data?.exchanges;
  const rows = useMemo(() => {
    const perEur = new Map((data?.rates ?? []).map(({ currency, per_eur: units }) => [currency, units]));
    const currencyAt = new Map((exchanges ?? []).map(({ mic, currency }) => [mic, currency]));
    const tradedIn = (isin: string) => {
      const { primary_exchange: primary = '', listings = [] } = instruments.get(isin) ?? {};
      return [primary, ...listings].flatMap((mic) => currencyAt.get(mic) ?? []);
    };
    return fxExposure(portfolio, { perEur, tradedIn });
  }, [portfolio, data, instruments, exchanges]);
  return (
    <div className={classes.fxTable}>
      <TablePanel
        title="FX exposure"
        layoutKey="portfolio/fx"
        columns={exposureColumns(portfolio)}
        rows={rows}
        rowKey={(row) => row.currency}
        empty={<strong>Nothing is held.</strong>}
      >
        <Text c="dimmed" size="xs" px="md" py={6}>
          {ruleOf(portfolio)}
        </Text>
        {error !== null && data === undefined && (
          <ErrorNotice error={error} doing="Loading the exchange rates" onRetry={() => void refetch()} />
        )}
      </TablePanel>
    </div>
  );
}

/** The rule by which a listing counts, held or not. */
function ruleOf({ currency: base, allocation, holdings }: PortfolioView): string {
  const rule = 'Based on the trading currency of each listing, not on what a fund holds.';
  const isHeld = new Set(holdings.map(({ isin }) => isin));
  if (allocation.every(({ isin, target_weight: target }) => target === 0 || isHeld.has(isin))) return rule;
  return `${rule} A target that is not held yet counts in ${base} if an exchange trades it in ${base}, and otherwise in the currency of its primary exchange.`;
}

function exposureColumns({ currency: base, has_targets: hasTargets }: PortfolioView): Column<CurrencyExposure>[] {
  const columns: Column<CurrencyExposure>[] = [
    fieldColumn('currency', 'Ccy', (currency) => <strong>{currency}</strong>, {
      hint: 'Currency of the listings held. Cash counts as base currency.',
    }),
    numberColumn('value', 'Value', (row) => row.value, formatMoney, { unit: base }),
    numberColumn('weight', 'Now', (row) => row.weight, formatWeight, { ...PERCENT, hint: 'Value ÷ net asset value' }),
    numberColumn('target', 'Target', (row) => row.target, formatWeight, {
      ...PERCENT,
      hint: 'Sum of the targets in this currency, by the rule above. A purchase on an exchange of another currency moves part of a target to that currency. The remainder is cash in the base currency.',
    }),
    numberColumn('rate', 'Rate', (row) => row.rate, formatRate, {
      unit: base,
      hint: `Value of one unit in ${base}, at mid`,
    }),
    numberColumn('fx_drift', 'Change due to FX', (row) => row.fxDrift, signedWeight, {
      ...PERCENT,
      hint: 'Part of the weight that is due to exchange rates since the latest rebalance, or since creation if there was none',
    }),
  ];
  return columns.filter(({ id }) => hasTargets || id !== 'target');
}
