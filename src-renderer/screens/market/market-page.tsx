/** The market: exchanges and what is broken, what is watched, the prices of an instrument and what moves them. */
import { Button, Group } from '@mantine/core';
import { IconBolt } from '@tabler/icons-react';
import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { FaultDialog } from '../../components/faults/fault-dialog.tsx';
import { Page, PageHeader } from '../../components/layout/page.tsx';
import { useAddressDialog } from '../../components/layout/use-address-dialog.ts';
import { ViewTabs } from '../../components/layout/view-tabs.tsx';
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
  return (
    <Page>
      <title>Market · Ballast</title>
      <PageHeader>
        <h1>Market</h1>
        <ViewTabs label="Views of the market" tabs={TABS} />
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
