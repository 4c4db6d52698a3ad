/** Result against estimate: prices, slippage and costs of what was filled, in total and for each order. */

import { Text } from '@mantine/core';
import { useMemo } from 'react';
import type { OrderWire } from '../../../../src-server/contract/service/form-b.ts';
import { useInstrumentsByIsin } from '../../../api/market-api.ts';
import { formatMoney } from '../../../components/format/format-number.ts';
import { ExplainTooltip } from '../../../components/layout/explain-tooltip.tsx';
import { Facts } from '../../../components/layout/facts.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { CopyTableButton } from '../../../components/tables/copy-table-button.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { orderResult, type TotalResult, totalResult } from './execution-result.ts';
import { resultColumns } from './result-columns.tsx';
import { signedBps, signedMoney } from './signed-number.ts';

interface ResultPanelProps {
  readonly orders: readonly OrderWire[];
  readonly currency: string;
}

const SLIPPAGE =
  'Average price of the fills against the mid when it was planned. Positive is cost: bought dearer or sold cheaper than planned. It has half-spread and market impact in it, which were expected, and what the market did meanwhile.';

export function ResultPanel({ orders, currency }: ResultPanelProps) {
  const instruments = useInstrumentsByIsin();
  const results = useMemo(() => orders.flatMap((order) => orderResult(order) ?? []), [orders]);
  const columns = useMemo(() => resultColumns(results, currency, instruments), [results, currency, instruments]);
  const total = totalResult(results);
  if (total === null) return null;
  return (
    <Panel title="Result against estimate" side={<CopyTableButton rows={results} columns={columns} />}>
      <TotalFacts total={total} currency={currency} />
      <DataTable
        label="Result against estimate"
        columns={columns}
        rows={results}
        rowKey={({ order }) => order.order_id}
        empty={<strong>Nothing was filled.</strong>}
      />
    </Panel>
  );
}

function TotalFacts({ total, currency }: { readonly total: TotalResult; readonly currency: string }) {
  const difference = total.actual.total - total.estimated.total;
  return (
    <Facts>
      <div>
        <dt>Filled value {currency}</dt>
        <dd>{formatMoney(total.filledValue)}</dd>
      </div>
      <div>
        <dt>Slippage, positive = cost</dt>
        <dd>
          <ExplainTooltip formula={SLIPPAGE}>{signedBps(total.slippageBps)} bps</ExplainTooltip>{' '}
          <small>expected {signedBps(total.expectedBps)}</small>
        </dd>
      </div>
      <div>
        <dt>Estimated cost {currency}</dt>
        <dd>{formatMoney(total.estimated.total)}</dd>
      </div>
      <div>
        <dt>Actual cost {currency}</dt>
        <dd>{formatMoney(total.actual.total)}</dd>
      </div>
      <div>
        <dt>Difference {currency}</dt>
        <Text component="dd" c={difference > 0 ? 'warn' : 'inherit'}>
          {signedMoney(difference)}{' '}
          <small>{signedBps(total.actual.total_bps - total.estimated.total_bps)} bps of the portfolio</small>
        </Text>
      </div>
    </Facts>
  );
}
