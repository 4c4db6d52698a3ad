/** The market: exchanges and what is broken, what is watched, the prices of an instrument and what moves them. */
import { Button, Group } from '@mantine/core';
import { IconBolt } from '@tabler/icons-react';
import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router';
import { FaultDialog } from '../../components/faults/fault-dialog.tsx';
import { Page, PageHeader } from '../../components/layout/page.tsx';
import { TabbedScreen } from '../../components/layout/tabbed-screen.tsx';
import { useAddressDialog } from '../../components/layout/use-address-dialog.ts';
import { paths } from '../../paths.ts';

const TABS = [
  { to: paths.market, label: 'Exchanges and faults', end: true },
  { to: paths.watch, label: 'Watch list' },
  { to: paths.prices, label: 'Prices' },
  { to: paths.fx, label: 'FX' },
  { to: paths.calendars, label: 'Calendars' },
];

export function MarketPage() {
  const breaking = useAddressDialog('break');
  const { pathname } = useLocation();
  const view = TABS.findLast(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
  return (
    <TabbedScreen label="Views of the market" tabs={TABS}>
      <Page>
        <title>Market · Ballast</title>
        <PageHeader>
          <h1>{view?.label}</h1>
          <Group ml="auto" gap="sm">
            <Button leftSection={<IconBolt size={14} aria-hidden />} onClick={breaking.open}>
              Break something…
            </Button>
          </Group>
        </PageHeader>
        <Suspense fallback={null}>
          <Outlet />
        </Suspense>
      </Page>
      {breaking.isOpen && <FaultDialog onClose={breaking.close} />}
    </TabbedScreen>
  );
}
