/** One bulk rebalance: its progress, its totals by currency, refusals with their reasons, and each portfolio. */

import { Button, Group } from '@mantine/core';
import { IconPlayerStop, IconScale } from '@tabler/icons-react';
import { useParams } from 'react-router';
import { type BulkRebalance, stopBulkRebalance, useBulkRebalance } from '../../../api/rebalances-api.ts';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { plural } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { ConfirmDialog } from '../../../components/layout/confirm-dialog.tsx';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import { LinkButton } from '../../../components/layout/link-button.tsx';
import { Page, PageHeader } from '../../../components/layout/page.tsx';
import { useAddressDialogs } from '../../../components/layout/use-address-dialog.ts';
import { StatusBadge } from '../../../components/orders/status-badge.tsx';
import { PaperFacts, PaperSource } from '../../../components/paper/paper-head.tsx';
import { PrintButton } from '../../../components/paper/print-button.tsx';
import { paths } from '../../../paths.ts';
import { BulkPortfolios, BulkRefusals } from './bulk-portfolios.tsx';
import { BulkProgress } from './bulk-progress.tsx';
import { BulkTaxCover } from './bulk-tax-cover.tsx';
import { BulkTotals } from './bulk-totals.tsx';
import { BulkUnmoved } from './bulk-unmoved.tsx';
import { ExecuteBulkDialog } from './execute-bulk-dialog.tsx';

export function BulkPage() {
  const { bulkId = '' } = useParams();
  const query = useBulkRebalance(bulkId);
  return (
    <Page>
      <title>Bulk rebalance · Ballast</title>
      <QueryBoundary query={query} doing="Loading the bulk rebalance">
        {(bulk) => <ShownBulk bulk={bulk} />}
      </QueryBoundary>
    </Page>
  );
}

function ShownBulk({ bulk }: { readonly bulk: BulkRebalance }) {
  return (
    <>
      <Header bulk={bulk} />
      <BulkProgress bulk={bulk} />
      <BulkTotals bulk={bulk} />
      <BulkUnmoved bulk={bulk} />
      <BulkTaxCover bulk={bulk} />
      {bulk.portfolios.refused > 0 && <BulkRefusals bulk={bulk} />}
      <BulkPortfolios bulk={bulk} />
      <PaperSource id={bulk.bulk_id} />
    </>
  );
}

function Header({ bulk }: { readonly bulk: BulkRebalance }) {
  const { open, show, close } = useAddressDialogs(['execute', 'stop']);
  const { status, created_at: createdAt, filter } = bulk;
  const isAnyWaiting = bulk.portfolios.planned > 0;
  const canStop = isAnyWaiting && (status === 'planned' || status === 'executing');
  return (
    <PageHeader>
      <h1>Bulk rebalance</h1>
      <StatusBadge status={status}>{status === 'planned' && !isAnyWaiting ? 'no plan is left' : undefined}</StatusBadge>
      <Dimmed>
        {filter === null ? 'selected portfolios' : 'all outside the band'}, planned at {formatInstant(createdAt)}{' '}
        virtual UTC
      </Dimmed>
      <PaperFacts />
      <Group ml="auto" gap="sm" data-screen-only>
        <PrintButton name={`bulk-rebalance-${bulk.bulk_id}`} />
        <LinkButton to={paths.newBulkRebalance}>All bulk rebalances</LinkButton>
        {canStop && (
          <Button variant="default" leftSection={<IconPlayerStop size={14} aria-hidden />} onClick={() => show('stop')}>
            Stop…
          </Button>
        )}
        {status === 'planned' && isAnyWaiting && (
          <Button leftSection={<IconScale size={14} aria-hidden />} onClick={() => show('execute')}>
            Execute…
          </Button>
        )}
      </Group>
      {open === 'execute' && <ExecuteBulkDialog bulk={bulk} onClose={close} />}
      {open === 'stop' && <StopBulkDialog bulk={bulk} onClose={close} />}
    </PageHeader>
  );
}

interface StopBulkDialogProps {
  readonly bulk: BulkRebalance;
  readonly onClose: () => void;
}

/** Stops a bulk rebalance: pending rebalances are cancelled, started ones continue. */
function StopBulkDialog({ bulk: { bulk_id: id, portfolios }, onClose }: StopBulkDialogProps) {
  const underWay = portfolios.executing + portfolios.partially_filled;
  return (
    <ConfirmDialog
      title="Stop this bulk rebalance?"
      confirm={`Yes, cancel ${plural(portfolios.planned, 'plan')}`}
      keep="Let it continue"
      action={{
        doing: 'Stopping the bulk rebalance',
        run: () => stopBulkRebalance(id),
        done: ({ portfolios: { cancelled } }) =>
          `${plural(cancelled - portfolios.cancelled, 'plan is', 'plans are')} cancelled`,
        after: onClose,
      }}
      onClose={onClose}
    >
      <p>
        {plural(portfolios.planned, 'plan that was', 'plans that were')} not started{' '}
        {portfolios.planned === 1 ? 'is' : 'are'} cancelled. You cannot undo this.
        {underWay > 0 && ` ${plural(underWay, 'rebalance', 'rebalances')} under way will continue.`}
      </p>
    </ConfirmDialog>
  );
}
