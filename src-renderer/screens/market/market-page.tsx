/** The market: exchanges and what is broken, what is watched, the prices of an instrument and what moves them. */
import { Button } from '@mantine/core';
import { IconBolt } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { NavLink, Route, Routes } from 'react-router';
import type { FaultView, MarketFaultView } from '../../../src-server/contract/control/market/faults.ts';
import { useExchanges, useFaults } from '../../api/queries.ts';
import { QueryBoundary } from '../../components/feedback/query-boundary.tsx';
import { useAddressDialog } from '../../components/layout/use-address-dialog.ts';
import { CalendarsView } from './calendars/calendars-view.tsx';
import { ExchangesPanel } from './exchanges/exchanges-panel.tsx';
import { FaultDialog } from '../../components/faults/fault-dialog.tsx';
import { FaultsPanel } from './exchanges/faults-panel.tsx';
import { FxView } from './fx/fx-view.tsx';
import { WatchView } from './watch/watch-view.tsx';
import './market.css';
import '../../components/forms/market-forms.css';

// The chart brings Recharts, which the other view does not need.
const PricesView = lazy(() => import('./prices/prices-view.tsx').then((m) => ({ default: m.PricesView })));

export function MarketPage() {
  const breaking = useAddressDialog('break');
  return (
    <div className="page">
      <title>Market · Ballast</title>
      <div className="page-header">
        <h1>Market</h1>
        <nav className="market-views" aria-label="Views of the market">
          <NavLink to="/market" end>
            Exchanges and faults
          </NavLink>
          <NavLink to="/market/watch">Watch list</NavLink>
          <NavLink to="/market/prices">Prices</NavLink>
          <NavLink to="/market/fx">FX</NavLink>
          <NavLink to="/market/calendars">Calendars</NavLink>
        </nav>
        <div className="page-header-side">
          <Button leftSection={<IconBolt size={14} aria-hidden />} onClick={breaking.open}>
            Break something…
          </Button>
        </div>
      </div>
      <Suspense fallback={null}>
        <Routes>
          <Route index element={<ExchangesAndFaults />} />
          <Route path="fx" element={<FxView />} />
          <Route path="calendars" element={<CalendarsView />} />
          <Route path="watch" element={<WatchView />} />
          <Route path="prices" element={<PricesView />} />
          <Route path="prices/:isin/:exchange" element={<PricesView />} />
        </Routes>
      </Suspense>
      {breaking.isOpen && <FaultDialog onClose={breaking.close} />}
    </div>
  );
}

function ExchangesAndFaults() {
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
