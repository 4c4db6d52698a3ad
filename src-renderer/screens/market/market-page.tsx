/** The market: exchanges and what is broken, what is watched, the prices of an instrument and what moves them. */
import { Button, Group } from '@mantine/core';
import { IconBolt } from '@tabler/icons-react';
import { Suspense } from 'react';
import { NavLink, Outlet } from 'react-router';
import { FaultDialog } from '../../components/faults/fault-dialog.tsx';
import { useAddressDialog } from '../../components/layout/use-address-dialog.ts';
import { paths } from '../../paths.ts';
import '../../components/forms/market-forms.css';
import { Page, PageHeader } from '../../components/layout/page.tsx';
import classes from './market.module.css';

export function MarketPage() {
  const breaking = useAddressDialog('break');
  return (
    <Page>
      <title>Market · Ballast</title>
      <PageHeader>
        <h1>Market</h1>
        <nav className={classes.marketViews} aria-label="Views of the market">
          <NavLink to={paths.market} end>
            Exchanges and faults
          </NavLink>
          <NavLink to={paths.watch}>Watch list</NavLink>
          <NavLink to={paths.prices}>Prices</NavLink>
          <NavLink to={paths.fx}>FX</NavLink>
          <NavLink to={paths.calendars}>Calendars</NavLink>
        </nav>
        <Group ml="auto" gap="sm">
          <Button leftSection={<IconBolt size={14} aria-hidden />} onClick={breaking.open}>
            Break something…
          </Button>
        </Group>
      </PageHeader>
      <Suspense fallback={null}>
        <Outlet />
      </Suspense>
      {breaking.isOpen && <FaultDialog onClose={breaking.close} />}
    </Page>
  );
}
