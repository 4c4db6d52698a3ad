/** The exchanges of the market, and the faults that are set there. */

import { useMemo, useState } from 'react';
import type { ExchangeView } from '../../../../src-server/contract/control/market/exchange-control.ts';
import { type FaultView, type MarketFaultView, useFaults } from '../../../api/faults-api.ts';
import { useExchanges } from '../../../api/market-api.ts';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { TableTools } from '../../../components/tables/table-tools.tsx';
import classes from '../market.module.css';
import { exchangeColumns } from './exchange-columns.tsx';
import { ExchangeSettingsDialog } from './exchange-settings-dialog.tsx';
import { FaultsPanel } from './faults-panel.tsx';

export function ExchangesView() {
  const exchanges = useExchanges();
  const faults = useFaults();
  return (
    <>
      <QueryBoundary read={exchanges} doing="Reading the exchanges">
        {(data) => <ExchangesPanel exchanges={data.exchanges} />}
      </QueryBoundary>
      <QueryBoundary read={faults} doing="Reading the faults">
        {(data) => <FaultsPanel faults={data.faults.filter(isOfMarket)} />}
      </QueryBoundary>
    </>
  );
}

function isOfMarket(fault: FaultView): fault is MarketFaultView {
  return fault.scope === 'market';
}

/** Every exchange on one line: what it does, its line, how it deals with orders; and the two things to do to it. */
function ExchangesPanel({ exchanges }: { readonly exchanges: readonly ExchangeView[] }) {
  const [editedMic, setEditedMic] = useState<string | null>(null);
  const columns = useMemo(() => exchangeColumns(setEditedMic), []);
  const edited = exchanges.find(({ mic }) => mic === editedMic);
  return (
    <Panel
      title="Exchanges"
      layoutKey="market/exchanges"
      side={
        <span className={classes.marketSide}>
          times in virtual UTC
          <TableTools table="Exchanges" rows={exchanges} columns={columns} />
        </span>
      }
    >
      <div className={classes.marketExchanges}>
        <DataTable
          label="Exchanges"
          columns={columns}
          rows={exchanges}
          rowKey={(row) => row.mic}
          empty={<strong>This world has no exchange.</strong>}
        />
      </div>
      {edited !== undefined && <ExchangeSettingsDialog exchange={edited} onClose={() => setEditedMic(null)} />}
    </Panel>
  );
}
