/** The lots of a portfolio, lot by lot or by instrument, with what a sale would realise. */
import { Button, Group, SegmentedControl } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { LotList } from '../../../../../src-server/contract/control/portfolios/gains.ts';
import type { PortfolioView } from '../../../../../src-server/contract/control/portfolios/portfolios.ts';
import { withPageToken } from '../../../../api/page-token.ts';
import { lotsFilePath, useLots } from '../../../../api/portfolios-api.ts';
import { QueryBoundary } from '../../../../components/feedback/query-boundary.tsx';
import { formatDriftBps, formatMoney, plural } from '../../../../components/format/format-number.ts';
import { Fact, Facts } from '../../../../components/layout/facts.tsx';
import { Panel } from '../../../../components/layout/panel.tsx';
import { useShownPortfolio } from '../../../../components/portfolios/use-shown-portfolio.ts';
import { CopyTableButton } from '../../../../components/tables/copy-table-button.tsx';
import { DataTable } from '../../../../components/tables/data-table.tsx';
import { useAddressChoice } from '../use-address-choice.ts';
import { lotColumns } from './lot-columns.tsx';
import { type LotRow, lotRows, lotTotals, rowsByInstrument } from './lot-rows.ts';
import { SignedMoney } from './signed-money.tsx';

export function LotsView() {
  const portfolio = useShownPortfolio();
  const read = useLots(portfolio.portfolio_id);
  return (
    <QueryBoundary read={read} doing="Reading the lots">
      {(list) => <Lots list={list} portfolio={portfolio} />}
    </QueryBoundary>
  );
}

function Lots({ list, portfolio }: { readonly list: LotList; readonly portfolio: PortfolioView }) {
  const [grouping, setGrouping] = useAddressChoice('by', ['lot', 'instrument']);
  const each = useMemo(() => lotRows(list, portfolio), [list, portfolio]);
  const rows = grouping === 'lot' ? each : rowsByInstrument(each);
  const columns = lotColumns({ rows, currency: list.currency, areTogether: grouping === 'instrument' });
  return (
    <>
      <LotFacts rows={each} list={list} />
      <Panel
        title={plural(each.length, 'lot')}
        side={
          <Group gap="sm">
            <SegmentedControl
              aria-label="What a row is"
              data={[
                { value: 'lot', label: 'Lot by lot' },
                { value: 'instrument', label: 'By instrument' },
              ]}
              value={grouping}
              onChange={setGrouping}
            />
            <CopyTableButton rows={rows} columns={columns} />
            <Button
              component="a"
              href={withPageToken(lotsFilePath(list.portfolio_id))}
              download={`lots-${list.portfolio_id}.csv`}
              variant="default"
              leftSection={<IconDownload size={14} aria-hidden />}
            >
              Download CSV
            </Button>
          </Group>
        }
      >
        <DataTable
          key={grouping}
          label={grouping === 'lot' ? 'Lots' : 'Lots by instrument'}
          columns={columns}
          rows={rows}
          rowKey={(row) => row.key}
          initialSort={{ column: 'symbol', descending: false }}
          empty={
            <>
              <strong>No lots: nothing is held.</strong>
              Every purchase makes one; a rebalance that buys begins with them.
            </>
          }
        />
      </Panel>
    </>
  );
}

function LotFacts({ rows, list }: { readonly rows: readonly LotRow[]; readonly list: LotList }) {
  const { cost, value, gain } = lotTotals(rows);
  return (
    <Facts framed>
      <Fact label="Cost">
        {formatMoney(cost)} <small>{list.currency}, charges included</small>
      </Fact>
      <Fact label="Value">
        {formatMoney(value)} <small>{list.currency} at mid, without cash</small>
      </Fact>
      <Fact label="Unrealised gain">
        <SignedMoney amount={gain} />{' '}
        <small>
          {list.currency}
          {cost > 0 && ` · ${formatDriftBps(gain / cost)} bps of cost`}
        </small>
      </Fact>
      <Fact label="Sells use lots by">
        <small>{list.tax_method}</small>
      </Fact>
    </Facts>
  );
}
