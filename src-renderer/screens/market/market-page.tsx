/** The market: exchanges and what is broken, what is watched, the prices of an instrument and what moves them. */
import { Button } from '@mantine/core';
import { IconBolt } from '@tabler/icons-react';
import { Suspense } from 'react';
import { NavLink, Outlet } from 'react-router';
import { FaultDialog } from '../../components/faults/fault-dialog.tsx';
import { useAddressDialog } from '../../components/layout/use-address-dialog.ts';
import { paths } from '../../paths.ts';
import './market.css';
import '../../components/forms/market-forms.css';

export function MarketPage() {
  const breaking = useAddressDialog('break');
  return (
    <div className="page">
      <title>Market · Ballast</title>
      <div className="page-header">
        <h1>Market</h1>
        <nav className="market-views" aria-label="Views of the market">
          <NavLink to={paths.market} end>
            Exchanges and faults
          </NavLink>
          <NavLink to={paths.watch}>Watch list</NavLink>
          <NavLink to={paths.prices}>Prices</NavLink>
          <NavLink to={paths.fx}>FX</NavLink>
          <NavLink to={paths.calendars}>Calendars</NavLink>
        </nav>
        <div className="page-header-side">
          <Button leftSection={<IconBolt size={14} aria-hidden />} onClick={breaking.open}>
            Break something…
          </Button>
        </div>
      </div>
      <Suspense fallback={null}>
        <Outlet />
      </Suspense>
      {breaking.isOpen && <FaultDialog onClose={breaking.close} />}
    </div>
  );
}
