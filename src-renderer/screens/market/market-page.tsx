/** The market: the prices of an instrument and the events that move them, the watch list, exchanges and faults. */
import { Button } from '@mantine/core';
import { IconBolt } from '@tabler/icons-react';
import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { FaultDialog } from '../../components/faults/fault-dialog.tsx';
import { Page } from '../../components/layout/page.tsx';
import { NextToTitle, TabbedScreen } from '../../components/layout/tabbed-screen.tsx';
import { useAddressDialog } from '../../components/layout/use-address-dialog.ts';
import { tabsOf } from '../../components/layout/view-tabs.tsx';

const TABS = tabsOf('market');

export function MarketPage() {
  const breaking = useAddressDialog('break');
  return (
    <TabbedScreen title="Market" label="Views of the market" tabs={TABS}>
      <Page>
        <title>Market · Ballast</title>
        <NextToTitle>
          <Button ml="auto" variant="default" leftSection={<IconBolt size={14} aria-hidden />} onClick={breaking.open}>
            Set a market fault…
          </Button>
        </NextToTitle>
        <Suspense fallback={null}>
          <Outlet />
        </Suspense>
      </Page>
      {breaking.isOpen && <FaultDialog onClose={breaking.close} />}
    </TabbedScreen>
  );
}
