/**
 * HTTP and webhook faults: those that were set and the button to end them, which kinds have had a hit, and how clients
 * and receivers reacted.
 */
import { Button, Switch } from '@mantine/core';
import { IconBolt } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { useKeyNames } from '../../../api/accounts-api.ts';
import { endWireFaults, setFault, useFaultCoverage, useFaults, useUnmetFaults } from '../../../api/faults-api.ts';
import { EndFaultButton } from '../../../components/faults/end-fault-button.tsx';
import { faultAnew, faultsUndoing } from '../../../components/faults/faults-undoing.ts';
import { isOpen, openFirst } from '../../../components/faults/format-fault.ts';
import { MarketStatus } from '../../../components/faults/market-status.tsx';
import { formatWireKind, type WireFaultView } from '../../../components/faults/wire-fault-kinds.ts';
import { ActionButton } from '../../../components/feedback/action-button.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { useAction } from '../../../components/feedback/use-action.ts';
import { useChangeSearch } from '../../../components/format/current-search-params.ts';
import { plural } from '../../../components/format/format-number.ts';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import { NextStep } from '../../../components/layout/next-step.tsx';
import { TabView } from '../../../components/layout/tab-view.tsx';
import { useAddressDialog } from '../../../components/layout/use-address-dialog.ts';
import { type Column, fieldColumn, valueColumn } from '../../../components/tables/table-column.ts';
import { TablePanel } from '../../../components/tables/table-panel.tsx';
import { useEndpointNames } from '../../../components/webhooks/endpoint-names.ts';
import { paths } from '../../../paths.ts';
import { CoveragePanel, EncountersPanel } from './coverage-panel.tsx';
import { WireFaultDialog } from './wire-fault-dialog.tsx';
import { formatMatch, formatShare, formatWireEffect, formatWireHit, formatWireSpan } from './wire-fault-label.ts';
import classes from './wire-faults.module.css';

export function WireFaultsPage() {
  const faults = useFaults();
  const coverage = useFaultCoverage();
  const setting = useAddressDialog('set-fault');
  const ofMarket = faults.data?.faults.filter(({ scope, status }) => scope === 'market' && status === 'active') ?? [];
  return (
    <TabView
      title="Faults"
      head={
        <>
          <Dimmed>
            Faults of exchanges, orders and prices are on the{' '}
            <Link className={classes.underlined} to={paths.exchanges}>
              Market
            </Link>{' '}
            page{ofMarket.length > 0 && `, ${ofMarket.length} active`}.
          </Dimmed>
          <Button ml="auto" leftSection={<IconBolt size={14} aria-hidden />} onClick={setting.open}>
            Set a fault…
          </Button>
        </>
      }
    >
      <QueryBoundary query={faults} doing="Loading the faults">
        {(data) => <WireFaultsPanel faults={data.faults.filter((fault) => fault.scope !== 'market')} />}
      </QueryBoundary>
      <QueryBoundary query={coverage} doing="Loading the coverage">
        {(data) => (
          <>
            <CoveragePanel {...data} />
            <EncountersPanel {...data} />
          </>
        )}
      </QueryBoundary>
      {setting.isOpen && <WireFaultDialog onClose={setting.close} />}
    </TabView>
  );
}

function WireFaultsPanel({ faults }: { readonly faults: readonly WireFaultView[] }) {
  const { faultId } = useParams();
  const navigate = useNavigate();
  const keys = useKeyNames();
  const endpoints = useEndpointNames();
  const { isOnlyUnmet, change } = useOnlyUnmet();
  const { data: unmet = null } = useUnmetFaults(isOnlyUnmet);
  const columns = useMemo(
    () => [
      ...COLUMNS.toSpliced(AT_MATCH, 0, {
        id: 'match',
        header: 'Applies to',
        overflow: 'wrap',
        accessor: (row) => formatMatch(row, { keys, endpoints }),
      }),
      ...(isOnlyUnmet ? [whyUnmet(unmet ?? new Map())] : []),
    ],
    [keys, endpoints, isOnlyUnmet, unmet],
  );
  const rows = useMemo(
    () => openFirst(byBeginning(isOnlyUnmet ? faults.filter(({ fault_id: id }) => unmet?.has(id)) : faults)),
    [faults, isOnlyUnmet, unmet],
  );
  const open = faults.filter(isOpen).length;
  return (
    <TablePanel
      title="Faults"
      label="HTTP and webhook faults"
      side={
        <>
          {faults.length > 0 && (
            <Switch
              size="xs"
              label="Only faults without hits"
              checked={isOnlyUnmet}
              onChange={({ currentTarget: { checked } }) => change(checked)}
            />
          )}
          {open > 0 && <EndAllButton open={open} />}
        </>
      }
      columns={columns}
      rows={rows}
      rowKey={(row) => row.fault_id}
      selectedKey={faultId}
      onOpen={({ fault_id: id }) => navigate(id === faultId ? paths.faults : paths.fault(id))}
      empty={faults.length > 0 ? EVERY_FAULT_WAS_MET : NO_FAULTS}
    />
  );
}

/** The service lists those of webhooks after all others. */
function byBeginning(faults: readonly WireFaultView[]): readonly WireFaultView[] {
  return faults.toSorted((left, right) => Date.parse(left.from) - Date.parse(right.from));
}

function EndAllButton({ open }: { readonly open: number }) {
  return (
    <ActionButton
      size="compact-xs"
      variant="default"
      action={{
        doing: 'Ending all HTTP and webhook faults',
        run: endWireFaults,
        done: ({ length }) => `${plural(length, 'fault')} ended.`,
        undo: faultsUndoing,
      }}
    >
      End all {open}
    </ActionButton>
  );
}

/** In the address, so that the list can be shared and the back button restores it. */
function useOnlyUnmet() {
  const [params] = useSearchParams();
  const changeSearch = useChangeSearch();
  return {
    isOnlyUnmet: params.get('unmet') === 'true',
    change: (isWanted: boolean) => changeSearch({ unmet: isWanted ? 'true' : '' }),
  };
}

const whyUnmet = (unmet: ReadonlyMap<string, string>): Column<WireFaultView> => ({
  id: 'unmet',
  header: 'Why it had no hits',
  overflow: 'wrap',
  accessor: ({ fault_id: id }) => unmet.get(id) ?? '',
});

const EVERY_FAULT_WAS_MET = <strong>Every fault had hits.</strong>;

const NO_FAULTS = (
  <>
    <strong>No HTTP or webhook fault is set.</strong>
    “Set a fault…” returns errors, delays responses, cuts connections or corrupts signatures, as an integration may
    experience in production. You choose how often.
    <NextStep to={paths.setFault}>Set a fault…</NextStep>
  </>
);

/** Index of the column of matches, whose names have to be read first. */
const AT_MATCH = 3;

const kindOf = ({ kind }: WireFaultView) => formatWireKind(kind).label;

const COLUMNS: readonly Column<WireFaultView>[] = [
  fieldColumn('status', 'Status', (status) => <MarketStatus status={status} />),
  valueColumn('kind', 'Fault', kindOf, (label, { fault_id: id }) => <strong title={id}>{label}</strong>),
  { id: 'effect', header: 'What it does', overflow: 'wrap', accessor: formatWireEffect },
  fieldColumn('share', 'Share', (_, fault) => formatShare(fault), {
    hint: 'Share of matches to hit, with the actual share so far in brackets',
  }),
  { id: 'span', header: 'When', unit: '(virtual UTC)', overflow: 'wrap', accessor: formatWireSpan },
  fieldColumn('hits', 'Hits', (_, fault) => formatWireHit(fault), { align: 'right' }),
  {
    id: 'end',
    header: 'Actions',
    align: 'right',
    cell: (row) =>
      isOpen(row) ? <EndFaultButton faultId={row.fault_id} label={kindOf(row)} /> : <SetAgainButton fault={row} />,
  },
];

function SetAgainButton({ fault }: { readonly fault: WireFaultView }) {
  const label = kindOf(fault);
  const again = useAction({
    doing: 'Setting the fault again',
    run: () => setFault(faultAnew(fault)),
    done: () => `${label} is set again.`,
  });
  return (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={`Set again: the fault ${label}`}
      loading={again.isPending}
      onClick={(event) => {
        // Its row opens on click.
        event.stopPropagation();
        again.mutate(undefined);
      }}
    >
      Set again
    </Button>
  );
}
