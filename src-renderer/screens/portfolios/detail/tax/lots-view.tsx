/** The lots of a portfolio, by instrument, day and order or by order, with the result of a sale. */
import { SegmentedControl } from '@mantine/core';
import { useMemo } from 'react';
import type { LotList } from '../../../../../src-server/contract/control/portfolios/gains.ts';
import type { PortfolioView } from '../../../../../src-server/contract/control/portfolios/portfolios.ts';
import { lotsFilePath, useLots } from '../../../../api/portfolios-api.ts';
import { QueryBoundary } from '../../../../components/feedback/query-boundary.tsx';
import { formatMoney, plural, signedMoney, signedWeight } from '../../../../components/format/format-number.ts';
import { formatDay } from '../../../../components/format/format-time.ts';
import { useAddressChoice } from '../../../../components/format/use-address-choice.ts';
import { DownloadButton } from '../../../../components/layout/download-button.tsx';
import { Fact, Facts } from '../../../../components/layout/facts.tsx';
import { taxMethodName } from '../../../../components/plan/plan-parameters.ts';
import { useShownPortfolio } from '../../../../components/portfolios/use-shown-portfolio.ts';
import type { RowParts } from '../../../../components/tables/table-column.ts';
import { TablePanel } from '../../../../components/tables/table-panel.tsx';
import { lotColumns } from './lot-columns.tsx';
import { type LotRow, lotRowKey, lotRows, lotTotals, rowsByInstrument, rowsByOrder } from './lot-rows.ts';
import { SignedMoney } from './signed-money.tsx';

export function LotsView() {
  const portfolio = useShownPortfolio();
  const query = useLots(portfolio.portfolio_id);
  return (
    <QueryBoundary query={query} doing="Loading the lots">
      {(list) => <Lots list={list} portfolio={portfolio} />}
    </QueryBoundary>
  );
}

const SPARE = ['isin', 'lots'];

const PARTS: RowParts<LotRow> = {
  of: (row) => row.parts,
  label: ({ symbol, isPart, acquired_at: at }) => `Lots of ${symbol}${isPart ? ` on ${formatDay(at)}` : ''}`,
};

function Lots({ list, portfolio }: { readonly list: LotList; readonly portfolio: PortfolioView }) {
  const { currency } = list;
  const [grouping, setGrouping] = useAddressChoice('by', ['instrument', 'order']);
  const each = useMemo(() => lotRows(list, portfolio), [list, portfolio]);
  const rows = grouping === 'order' ? rowsByOrder(each) : rowsByInstrument(each);
  const columns = lotColumns(rows, currency);
  return (
    <>
      <LotFacts rows={each} {...{ currency }} method={taxMethodName(list.tax_method)} />
      <TablePanel
        title={plural(each.length, 'lot')}
        label={grouping === 'order' ? 'Lots by order' : 'Lots by instrument'}
        side={
          <>
            <SegmentedControl
              aria-label="Group by"
              data={[
                { value: 'instrument', label: 'By instrument' },
                { value: 'order', label: 'By order' },
              ]}
              value={grouping}
              onChange={setGrouping}
            />
            <DownloadButton path={lotsFilePath(list.portfolio_id)} name={`lots-${list.portfolio_id}.csv`}>
              Download CSV
            </DownloadButton>
          </>
        }
        columns={columns}
        rows={rows}
        rowKey={lotRowKey}
        parts={PARTS}
        spare={SPARE}
        initialSort={{ column: 'symbol', descending: false }}
        empty={
          <>
            <strong>No tax lots, because nothing is held.</strong>
            Every purchase creates a tax lot.
          </>
        }
      />
    </>
  );
}

type LotFactsProps = Readonly<{ rows: readonly LotRow[]; currency: string; method: string }>;

function LotFacts({ rows, currency, method }: LotFactsProps) {
  const { cost, value, gain, gains, losses } = lotTotals(rows);
  return (
    <Facts framed>
      <Fact label="Cost" hint="Charges included">
        {formatMoney(cost)} <small>{currency}</small>
      </Fact>
      <Fact label="Value" hint="Without cash">
        {formatMoney(value)} <small>{currency} at mid</small>
      </Fact>
      <Fact label="Unrealised gain">
        <SignedMoney amount={gain} />{' '}
        <small>
          {currency}
          {cost > 0 && ` · ${signedWeight(gain / cost)} %`}
        </small>
      </Fact>
      <Fact label="Gains and losses">
        <small>
          {signedMoney(gains)} gains, {signedMoney(-losses)} losses
        </small>
      </Fact>
      <Fact label="Lot method">
        <small>{method}</small>
      </Fact>
    </Facts>
  );
}
