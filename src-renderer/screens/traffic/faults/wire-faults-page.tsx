/** Faults of the wire: which are in force, which kinds were met, and what clients and receivers made of them. */

import { Button } from '@mantine/core';
import { IconBolt } from '@tabler/icons-react';
import { Link, useNavigate, useParams } from 'react-router';
import { useFaults } from '../../../api/queries.ts';
import { useFaultCoverage } from '../../../api/wire-fault-queries.ts';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { useAddressDialog } from '../../../components/layout/use-address-dialog.ts';
import { paths } from '../../../paths.ts';
import { CoveragePanel } from './coverage-panel.tsx';
import { EncountersPanel } from './encounters-panel.tsx';
import { WireFaultDialog } from './wire-fault-dialog.tsx';
import { WireFaultsPanel } from './wire-faults-panel.tsx';
import './wire-faults.css';

export function WireFaultsPage() {
  const { faultId } = useParams();
  const navigate = useNavigate();
  const faults = useFaults();
  const coverage = useFaultCoverage();
  const setting = useAddressDialog('set-fault');
  return (
    <div className="page">
      <title>Faults · Ballast</title>
      <div className="page-header">
        <h1>Faults of the wire</h1>
        <MarketLine />
        <div className="page-header-side">
          <Button leftSection={<IconBolt size={14} aria-hidden />} onClick={setting.open}>
            Set a fault…
          </Button>
        </div>
      </div>
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
    </div>
  );
}

function MarketLine() {
  const market = useFaults().data?.faults.filter(({ scope, status }) => scope === 'market' && status === 'active');
  const active = market?.length ?? 0;
  return (
    <span className="muted wire-fault-lead">
      Faults of exchanges, orders and prices are on the <Link to={paths.market}>Market</Link> page
      {active > 0 && `, ${active} in force`}.
    </span>
  );
}
