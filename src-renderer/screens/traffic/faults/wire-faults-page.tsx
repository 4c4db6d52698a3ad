/** Faults of the wire: which are in force, which kinds were met, and what clients and receivers made of them. */

import { Button, Group, Text } from '@mantine/core';
import { IconBolt } from '@tabler/icons-react';
import { Link, useNavigate, useParams } from 'react-router';
import { useFaultCoverage, useFaults } from '../../../api/faults-api.ts';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { Page, PageHeader } from '../../../components/layout/page.tsx';
import { useAddressDialog } from '../../../components/layout/use-address-dialog.ts';
import { paths } from '../../../paths.ts';
import { CoveragePanel, EncountersPanel } from './coverage-panel.tsx';
import { WireFaultDialog } from './wire-fault-dialog.tsx';
import classes from './wire-faults.module.css';
import { WireFaultsPanel } from './wire-faults-panel.tsx';

export function WireFaultsPage() {
  const { faultId } = useParams();
  const navigate = useNavigate();
  const faults = useFaults();
  const coverage = useFaultCoverage();
  const setting = useAddressDialog('set-fault');
  return (
    <Page>
      <title>Faults · Ballast</title>
      <PageHeader>
        <h1>Faults of the wire</h1>
        <MarketLine />
        <Group ml="auto" gap="sm">
          <Button leftSection={<IconBolt size={14} aria-hidden />} onClick={setting.open}>
            Set a fault…
          </Button>
        </Group>
      </PageHeader>
      <QueryBoundary read={faults} doing="Reading the faults">
        {(data) => (
          <WireFaultsPanel
            faults={data.faults.filter((fault) => fault.scope !== 'market')}
            selectedId={faultId}
            onSelect={(id) => navigate(id === faultId ? paths.faults : paths.fault(id))}
          />
        )}
      </QueryBoundary>
      <QueryBoundary read={coverage} doing="Reading what was met">
        {(data) => (
          <>
            <CoveragePanel kinds={data.kinds} />
            <EncountersPanel coverage={data} faultId={faultId} />
          </>
        )}
      </QueryBoundary>
      {setting.isOpen && <WireFaultDialog onClose={setting.close} />}
    </Page>
  );
}

function MarketLine() {
  const market = useFaults().data?.faults.filter(({ scope, status }) => scope === 'market' && status === 'active');
  const active = market?.length ?? 0;
  return (
    <Text span c="dimmed" className={classes.wireFaultLead}>
      Faults of exchanges, orders and prices are on the <Link to={paths.market}>Market</Link> page
      {active > 0 && `, ${active} in force`}.
    </Text>
  );
}
