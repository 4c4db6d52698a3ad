/** One measure over all paths: its distribution under each policy, and the outermost paths. */
import { Group, NativeSelect } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { LAB_MEASURES } from '../../../../src-server/contract/control/lab/lab-measures.ts';
import { type LabFigures, type LabLife, type LabRun, replayLife } from '../../../api/runs/lab-api.ts';
import { ActionButton } from '../../../components/feedback/action-button.tsx';
import { useAddressText } from '../../../components/format/use-address-choice.ts';
import { type Column, fieldColumn, numberColumn } from '../../../components/tables/table-column.ts';
import { TablePanel } from '../../../components/tables/table-panel.tsx';
import { paths } from '../../../paths.ts';
import classes from '../lab.module.css';
import { figuresOf, type LabMeasure, measureCalled, unitOf, writeFigure } from './measure-format.ts';
import type { ResultProps } from './result-props.ts';

const MEASURE_CHOICES = LAB_MEASURES.map(({ name, title }) => ({ value: name, label: title }));

interface SpreadRow extends LabFigures {
  readonly policy: string;
}

export function SpreadPanels({ run, result, choice: { chosen } }: ResultProps & { readonly run: LabRun }) {
  const { portfolio, policies, currency } = result;
  const [name, setName] = useAddressText('measure', 'total_costs_bps');
  const measure = measureCalled(name);
  const rows = policies.flatMap((result): SpreadRow[] => {
    const figures = figuresOf(result, measure);
    return figures === null ? [] : [{ ...figures, policy: result.policy }];
  });
  const outlying = rows.filter(({ policy }) => chosen.some((each) => each.policy === policy)).flatMap(outlyingPaths);
  return (
    <div className={classes.spreads}>
      <TablePanel
        title="Spread over the paths"
        label="Spread of a measure by policy"
        hasFilter={false}
        side={
          <Group component="span" gap="xs" wrap="nowrap">
            <NativeSelect
              aria-label="Measure"
              data={MEASURE_CHOICES}
              value={measure.name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            {unitOf(measure, currency)}
          </Group>
        }
        columns={spreadColumns(rows, measure)}
        rows={rows}
        rowKey={({ policy }) => policy}
        empty="No path is complete yet."
      />
      <TablePanel
        title="Extreme paths"
        label="Extreme paths"
        hasFilter={false}
        side={measure.title}
        columns={[...outlyingColumns(measure, currency), ...(run.seeds === null ? [] : [replayColumn(run, portfolio)])]}
        rows={outlying}
        rowKey={({ policy, end, seed }) => `${policy} ${end} ${seed}`}
        empty={
          <>
            <strong>There are no extreme paths.</strong>
            Under the chosen policies {measure.title.toLowerCase()} is the same on all paths.
          </>
        }
      />
    </div>
  );
}

const QUANTILES = [
  { id: 'p5', header: '5 %' },
  { id: 'p25', header: '25 %' },
  { id: 'median', header: 'Median' },
  { id: 'p75', header: '75 %' },
  { id: 'p95', header: '95 %' },
] as const;

function spreadColumns(rows: readonly SpreadRow[], measure: LabMeasure): Column<SpreadRow>[] {
  const range = { low: Math.min(...rows.map(({ p5 }) => p5)), high: Math.max(...rows.map(({ p95 }) => p95)) };
  const shift = measure.unit === 'share' ? { shift: 2 } : {};
  return [
    fieldColumn('policy', 'Policy', (policy) => <strong>{policy}</strong>),
    {
      id: 'spread',
      header: 'Spread',
      hint: 'Line: 5th to 95th percentile of the paths. Box: 25th to 75th percentile. Bar: median. Point: mean.',
      className: classes.spread,
      cell: (row) => <SpreadBar {...row} {...range} />,
    },
    ...QUANTILES.map(({ id, header }) =>
      numberColumn<SpreadRow>(
        id,
        header,
        (row) => row[id],
        (value) => writeFigure(value, measure),
        shift,
      ),
    ),
  ];
}

/** Loaded prices are one path, for which no scenario is written. */
function replayColumn({ lab_run_id: id }: LabRun, portfolio: string): Column<OutlyingPath> {
  return {
    id: 'actions',
    header: 'Actions',
    align: 'right',
    cell: ({ policy, seed }) => <ReplayButton id={id} life={{ portfolio, policy, seed }} />,
  };
}

function ReplayButton({ id, life }: { readonly id: string; readonly life: LabLife }) {
  const navigate = useNavigate();
  return (
    <ActionButton
      size="compact-xs"
      variant="default"
      leftSection={<IconPlayerPlay size={12} aria-hidden />}
      title="Simulate this path in full, with exchanges and fills, and show it on a timeline"
      aria-label={`Replay path ${life.seed} under ${life.policy}`}
      action={{
        doing: `Replaying path ${life.seed}`,
        run: () => replayLife(id, life),
        after: ({ file, runId }) => void navigate(paths.runTimeline(file, runId)),
      }}
    >
      Replay
    </ActionButton>
  );
}

interface OutlyingPath {
  readonly policy: string;
  readonly end: 'lowest' | 'highest';
  readonly seed: number;
  readonly value: number;
}

function outlyingPaths({ policy, lowest, highest }: SpreadRow): OutlyingPath[] {
  const at = (end: OutlyingPath['end'], paths: LabFigures['lowest']) => paths.map((path) => ({ policy, end, ...path }));
  return [...at('highest', highest), ...at('lowest', lowest)];
}

function outlyingColumns(measure: LabMeasure, currency: string): Column<OutlyingPath>[] {
  return [
    fieldColumn('policy', 'Policy'),
    fieldColumn('end', 'End'),
    numberColumn('seed', 'Seed', ({ seed }) => seed, String, { hint: 'The price path' }),
    numberColumn(
      'value',
      measure.title,
      ({ value }) => value,
      (value) => writeFigure(value, measure),
      { unit: unitOf(measure, currency), ...(measure.unit === 'share' ? { shift: 2 } : {}) },
    ),
  ];
}

type SpreadBarProps = Readonly<Record<'p5' | 'p25' | 'median' | 'p75' | 'p95' | 'mean' | 'low' | 'high', number>>;

/** The quantiles of a measure as a graphic, on the axis that all rows share. Its numbers are shown beside it. */
function SpreadBar({ p5, p25, median, p75, p95, mean, low, high }: SpreadBarProps) {
  const at = (value: number) => (high > low ? 2 + ((value - low) / (high - low)) * 96 : 50);
  const percent = (value: number) => `${at(value)}%`;
  return (
    <svg className={classes.spreadBar} aria-hidden>
      <line x1={percent(p5)} x2={percent(p95)} y1={10} y2={10} />
      <rect x={percent(p25)} width={`${Math.max(0.4, at(p75) - at(p25))}%`} y={5} height={10} />
      <line x1={percent(median)} x2={percent(median)} y1={3} y2={17} />
      <circle cx={percent(mean)} cy={10} r={2.5} />
    </svg>
  );
}
