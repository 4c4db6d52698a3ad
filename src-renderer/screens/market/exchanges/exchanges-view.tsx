/** The exchanges of the market, and the faults that are set there. */
import type { FaultView, MarketFaultView } from '../../../api/faults-api.ts';
import { useFaults } from '../../../api/faults-api.ts';
import { useExchanges } from '../../../api/market-api.ts';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { ExchangesPanel } from './exchanges-panel.tsx';
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
