/** What was broken for whom, what the other side got, and what it did next, in sentences; each leads to what it tells of. */

import { Button, Text, VisuallyHidden } from '@mantine/core';
import { Link } from 'react-router';
import type { FaultCoverage } from '../../../../src-server/contract/control/http-faults/fault-coverage.ts';
import { formatWireKind } from '../../../components/faults/wire-fault-kinds.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { CopyTableButton } from '../../../components/tables/copy-table-button.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import type { Column } from '../../../components/tables/table-column.ts';
import { paths } from '../../../paths.ts';
import classes from './wire-faults.module.css';

type Encounter = FaultCoverage['encounters'][number];

interface EncountersPanelProps {
  readonly coverage: FaultCoverage;
  /** Only those of this fault; undefined: all. */
  readonly faultId: string | undefined;
}

export function EncountersPanel({ coverage, faultId }: EncountersPanelProps) {
  const { encounters, journal_from: journalFrom } = coverage;
  const rows = encounters.filter((row) => faultId === undefined || row.fault_id === faultId);
  return (
    <Panel
      title="Encounters"
      side={
        <span className={classes.wireFaultSide}>
          {faultId !== undefined && (
            <>
              of the selected fault
              <Button size="compact-xs" variant="default" component={Link} to={paths.faults}>
                Show all
              </Button>
            </>
          )}
          {journalFrom !== null && <span>as far back as {formatInstant(journalFrom)} virtual UTC</span>}
          <CopyTableButton rows={rows} columns={ENCOUNTER_COLUMNS} />
        </span>
      }
    >
      <DataTable
        label="Encounters"
        columns={ENCOUNTER_COLUMNS}
        rows={rows}
        rowKey={encounterKey}
        empty={
          <>
            <strong>{faultId === undefined ? 'Nobody has met a fault yet.' : 'Nobody has met this fault yet.'}</strong>
            Set one and let your client run: here stands what it got, and what it did then.
          </>
        }
      />
    </Panel>
  );
}

function encounterKey(row: Encounter): string {
  return row.scope === 'interface'
    ? `${row.fault_id} ${row.request_id}`
    : `${row.fault_id} ${row.delivery_id} ${row.attempt}`;
}

const ENCOUNTER_COLUMNS: readonly Column<Encounter>[] = [
  {
    id: 'at',
    header: 'Time',
    unit: '(virtual UTC)',
    accessor: (row) => row.at,
    cell: (row) => formatInstant(row.at),
  },
  {
    id: 'kind',
    header: 'Fault',
    accessor: (row) => formatWireKind(row.kind).label,
    cell: (row) => (
      <Link to={paths.fault(row.fault_id)}>
        <strong>{formatWireKind(row.kind).label}</strong>
      </Link>
    ),
  },
  { id: 'what', header: 'Of what', accessor: formatWhat, cell: (row) => <What row={row} /> },
  {
    id: 'answered',
    header: 'What came of it',
    overflow: 'wrap',
    accessor: (row) => row.answered,
    cell: (row) => row.answered,
  },
  { id: 'then', header: 'What followed', overflow: 'wrap', accessor: formatThen, cell: (row) => <Then row={row} /> },
];

function formatWhat(row: Encounter): string {
  if (row.scope === 'interface') return row.operation ?? 'a request';
  return `webhook, attempt ${row.attempt}`;
}

function formatThen(row: Encounter): string {
  return row.scope === 'interface' ? row.reaction.sentence : row.verdict;
}

function What({ row }: { readonly row: Encounter }) {
  const to = row.scope === 'interface' ? paths.request(row.request_id) : paths.delivery(row.delivery_id);
  return <Link to={to}>{formatWhat(row)}</Link>;
}

function Then({ row }: { readonly row: Encounter }) {
  if (row.scope === 'webhook') {
    const { mark, tone, word } = judged(row.ok);
    return (
      <>
        <Text span c={tone} aria-hidden>
          {mark}
        </Text>{' '}
        <VisuallyHidden>{word}: </VisuallyHidden>
        {row.verdict}
      </>
    );
  }
  const { sentence, request_id: next } = row.reaction;
  return (
    <>
      {sentence}{' '}
      {next !== null && (
        <Link className={classes.wireFaultNext} to={paths.request(next)}>
          See it
        </Link>
      )}
    </>
  );
}

function judged(ok: boolean | null): { mark: string; tone: string; word: string } {
  if (ok === null) return { mark: '○', tone: 'muted', word: 'cannot be told' };
  return ok ? { mark: '✓', tone: 'ok', word: 'as it should' } : { mark: '✕', tone: 'fail', word: 'not as it should' };
}
