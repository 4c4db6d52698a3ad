/** Every kind of fault as a tile: whether it has hit a client or receiver yet, how often, and the reaction. */

import { Box, Text, VisuallyHidden } from '@mantine/core';
import { Link, useParams } from 'react-router';
import type { FaultCoverage } from '../../../../src-server/contract/control/http-faults/fault-coverage.ts';
import { formatWireKind, WIRE_GROUPS } from '../../../components/faults/wire-fault-kinds.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import { LinkButton } from '../../../components/layout/link-button.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { Toned } from '../../../components/layout/toned.tsx';
import { type Column, fieldColumn, VIRTUAL_UTC } from '../../../components/tables/table-column.ts';
import { TablePanel } from '../../../components/tables/table-panel.tsx';
import { paths } from '../../../paths.ts';
import { coverageTile, isOfSink } from './coverage-tile.ts';
import classes from './wire-faults.module.css';

type KindCoverage = FaultCoverage['kinds'][number];

const MET_BY = { interface: 'clients', webhook: 'receivers' };

export function CoveragePanel({ kinds, encounters }: Pick<FaultCoverage, 'kinds' | 'encounters'>) {
  const met = kinds.filter((kind) => kind.met).length;
  return (
    <Panel title="Coverage" side={`${met} of ${kinds.length} kinds with hits`}>
      {WIRE_GROUPS.map(({ scope, title }) => (
        <Box key={scope} px="md" py="sm">
          <Box component="h3" mb="xs" c="dimmed" fz="xs" fw={500}>
            {`${title}: hits on ${MET_BY[scope]}`}
          </Box>
          <ul className={classes.coverage} aria-label={`Coverage of faults: ${title}`}>
            {kinds
              .filter((kind) => kind.scope === scope)
              .map((kind) => (
                <Cell key={kind.kind} kind={kind.kind} tile={coverageTile(kind, encounters)} />
              ))}
          </ul>
        </Box>
      ))}
    </Panel>
  );
}

function Cell({ kind, tile }: { readonly kind: KindCoverage['kind']; readonly tile: ReturnType<typeof coverageTile> }) {
  const { label, sentence } = formatWireKind(kind);
  const { tone, mark, outcome } = tile;
  return (
    <li className={classes.cell} data-tone={tone} title={sentence}>
      <Text span fw={600}>
        <Toned tone={tone} aria-hidden>
          {mark}
        </Toned>{' '}
        {label}
      </Text>
      <Toned tone={tone === 'dimmed' ? 'dimmed' : 'plain'}>{outcome}</Toned>
    </li>
  );
}

type Encounter = FaultCoverage['encounters'][number];

/** Only those of the fault in the address, if it contains one. */
export function EncountersPanel({ encounters, journal_from: journalFrom }: FaultCoverage) {
  const { faultId } = useParams();
  return (
    <TablePanel
      title="Fault hits"
      side={
        <>
          {faultId !== undefined && (
            <>
              of the selected fault
              <LinkButton to={paths.faults} size="compact-xs">
                Show all
              </LinkButton>
            </>
          )}
          {journalFrom !== null && <span>since {formatInstant(journalFrom)} virtual UTC</span>}
        </>
      }
      columns={ENCOUNTER_COLUMNS}
      rows={encounters.filter((row) => faultId === undefined || row.fault_id === faultId)}
      rowKey={encounterKey}
      empty={
        <>
          <strong>
            {faultId === undefined
              ? 'No request or webhook has been hit by a fault yet.'
              : 'This fault has not hit anything yet.'}
          </strong>
          Set a fault and run your client. This list shows what the client received and what it did next.
        </>
      }
    />
  );
}

function encounterKey(row: Encounter): string {
  const hit = row.scope === 'interface' ? row.request_id : `${row.delivery_id} ${row.attempt}`;
  return `${row.fault_id} ${hit}`;
}

const ENCOUNTER_COLUMNS: readonly Column<Encounter>[] = [
  fieldColumn('at', 'Time', formatInstant, VIRTUAL_UTC),
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
  { id: 'what', header: 'Request or webhook', accessor: formatWhat, cell: (row) => <What {...row} /> },
  { id: 'answered', header: 'Result', overflow: 'wrap', accessor: (row) => row.answered },
  {
    id: 'then',
    header: 'What followed',
    overflow: 'wrap',
    accessor: formatOutcome,
    cell: (row) => <Outcome {...row} />,
  },
];

function formatWhat(row: Encounter): string {
  return row.scope === 'interface' ? (row.operation ?? 'a request') : `webhook, attempt ${row.attempt}`;
}

function formatOutcome(row: Encounter): string {
  return row.scope === 'interface' ? row.reaction.sentence : row.verdict;
}

function What(row: Encounter) {
  const to = row.scope === 'interface' ? paths.request(row.request_id) : paths.delivery(row.delivery_id);
  return <Link to={to}>{formatWhat(row)}</Link>;
}

function Outcome(row: Encounter) {
  if (isOfSink(row)) return <Dimmed>{formatOutcome(row)}</Dimmed>;
  if (row.scope === 'webhook') {
    const { mark, tone, word: verdictLabel } = VERDICTS[`${row.ok}`];
    return (
      <>
        <Toned tone={tone} aria-hidden>
          {mark}
        </Toned>{' '}
        <VisuallyHidden>{verdictLabel}: </VisuallyHidden>
        {row.verdict}
      </>
    );
  }
  const { sentence, request_id: next, too_soon: isTooSoon } = row.reaction;
  return (
    <>
      {isTooSoon && (
        <Toned tone="fail">
          ✕<VisuallyHidden> incorrect:</VisuallyHidden>{' '}
        </Toned>
      )}
      {sentence}{' '}
      {next !== null && (
        <Link className={classes.underlined} to={paths.request(next)}>
          Open
        </Link>
      )}
    </>
  );
}

const VERDICTS = {
  null: { mark: '○', tone: 'dimmed', word: 'unclear' },
  true: { mark: '✓', tone: 'ok', word: 'correct' },
  false: { mark: '✕', tone: 'fail', word: 'incorrect' },
} as const;
