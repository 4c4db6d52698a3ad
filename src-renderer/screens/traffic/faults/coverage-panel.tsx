/** Every kind of fault as a cell: whether a client or receiver has met it yet, how often, and what followed. */
import { Button, Text, VisuallyHidden } from '@mantine/core';
import { Link } from 'react-router';
import type { FaultCoverage } from '../../../../src-server/contract/control/http-faults/fault-coverage.ts';
import { formatWireKind, WIRE_GROUPS } from '../../../components/faults/wire-fault-kinds.ts';
import { formatCount, plural } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { CopyTableButton } from '../../../components/tables/copy-table-button.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import type { Column } from '../../../components/tables/table-column.ts';
import { paths } from '../../../paths.ts';
import { formatReaction } from './wire-fault-label.ts';
import classes from './wire-faults.module.css';

type KindCoverage = FaultCoverage['kinds'][number];

export function CoveragePanel({ kinds }: { readonly kinds: readonly KindCoverage[] }) {
  const met = kinds.filter((kind) => kind.met).length;
  return (
    <Panel title="Coverage" side={`${met} of ${kinds.length} kinds met`}>
      {WIRE_GROUPS.map(({ scope, title }) => (
        <div key={scope} className={classes.coverageGroup}>
          <h3>{scope === 'interface' ? `${title}: met by clients` : `${title}: met by receivers`}</h3>
          <ul className={classes.coverage} aria-label={`Coverage of faults: ${title}`}>
            {kinds
              .filter((kind) => kind.scope === scope)
              .map((kind) => (
                <Cell key={kind.kind} {...kind} />
              ))}
          </ul>
        </div>
      ))}
    </Panel>
  );
}

function Cell({ kind, met, hits, set, reactions }: KindCoverage) {
  const { label, sentence } = formatWireKind(kind);
  return (
    <li className={classes.coverageCell} data-met={met ? '' : undefined} title={sentence}>
      <strong>
        <Text span c={met ? 'ok' : 'dimmed'} aria-hidden>
          {met ? '✓' : '○'}
        </Text>{' '}
        {label}
      </strong>
      <Text span c={met ? 'plain' : 'dimmed'}>
        {met ? `met · ${plural(hits, 'hit')}` : notYet(set)}
        {met && <span> {formatReaction(reactions)}</span>}
      </Text>
    </li>
  );
}

function notYet(set: number): string {
  return set === 0 ? 'not yet' : `not yet · set ${formatCount(set)}×`;
}

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
