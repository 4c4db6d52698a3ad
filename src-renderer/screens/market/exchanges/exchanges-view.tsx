/** The exchanges of the market, and their faults. */

import { useMemo, useRef } from 'react';
import type { ExchangeView } from '../../../../src-server/contract/control/market/exchange-control.ts';
import { useFaults } from '../../../api/faults-api.ts';
import { useExchanges } from '../../../api/market-api.ts';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { useAddressDialogs } from '../../../components/layout/use-address-dialog.ts';
import { TablePanel } from '../../../components/tables/table-panel.tsx';
import { exchangeColumns } from './exchange-columns.tsx';
import { ExchangeSettingsDialog } from './exchange-settings-dialog.tsx';
import classes from './exchanges.module.css';
import { FaultsPanel } from './faults-panel.tsx';

export function ExchangesView() {
  return (
    <>
      <QueryBoundary query={useExchanges()} doing="Loading the exchanges">
        {({ exchanges }) => <ExchangesPanel exchanges={exchanges} />}
      </QueryBoundary>
      <QueryBoundary query={useFaults()} doing="Loading the faults">
        {({ faults }) => <FaultsPanel faults={faults.filter((fault) => fault.scope === 'market')} />}
      </QueryBoundary>
    </>
  );
}

/** Every exchange on one line: its phase, its connection, its order handling; and its two actions. */
function ExchangesPanel({ exchanges }: { readonly exchanges: readonly ExchangeView[] }) {
  const { open, of, show, close } = useAddressDialogs(['settings']);
  const latest = useRef(show);
  latest.current = show;
  const columns = useMemo(() => exchangeColumns((mic) => latest.current('settings', mic)), []);
  const edited = open === null ? undefined : exchanges.find(({ mic }) => mic === of);
  return (
    <div className={classes.exchanges}>
      <TablePanel
        title="Exchanges"
        layoutKey="market/exchanges"
        side="times in virtual UTC"
        columns={columns}
        spare={equalTerms(exchanges)}
        rows={exchanges}
        rowKey={(row) => row.mic}
        empty={<strong>This world has no exchanges.</strong>}
      />
      {edited !== undefined && <ExchangeSettingsDialog exchange={edited} onClose={close} />}
    </div>
  );
}

/** Terms that all exchanges share are hidden, to leave room for those that differ. */
function equalTerms(exchanges: readonly ExchangeView[]): string[] {
  const isEqual = (term: 'lot_size' | 'day_end') => new Set(exchanges.map(({ settings }) => settings[term])).size <= 1;
  return [...(isEqual('lot_size') ? ['lot'] : []), ...(isEqual('day_end') ? ['day_end'] : [])];
}
