/** The progress of a lab run, its settings, and its errors. */
import { Group, Paper, Text } from '@mantine/core';
import { labAssumptions, labStart } from '../../../../src-server/contract/control/lab/lab-assumptions.ts';
import { PRICES_WITHOUT_TREND } from '../../../../src-server/contract/control/lab/lab-measures.ts';
import { useInstrumentsByIsin } from '../../../api/market-api.ts';
import type { LabRun } from '../../../api/runs/lab-api.ts';
import { isSweeping } from '../../../api/runs/sweeps-api.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { asSentence } from '../../../components/format/as-sentence.ts';
import { formatCount, formatMoney, formatPercent } from '../../../components/format/format-number.ts';
import { formatDay, formatInstant, formatTimeLeft } from '../../../components/format/format-time.ts';
import { withSymbols } from '../../../components/format/named-instruments.ts';
import { useAddressText } from '../../../components/format/use-address-choice.ts';
import { Fact, Facts } from '../../../components/layout/facts.tsx';
import { Toned } from '../../../components/layout/toned.tsx';
import { fieldColumn, numberColumn } from '../../../components/tables/table-column.ts';
import { TablePanel } from '../../../components/tables/table-panel.tsx';
import classes from '../lab.module.css';

export function RunProgress({ run }: { readonly run: LabRun }) {
  const { status, done, lives, failed, error } = run;
  return (
    <>
      <Paper component="section" aria-label="Progress">
        <Facts aria-label="Progress">
          <Fact label="Simulations done">
            {formatCount(done)} <small>of {formatCount(lives)}</small>
          </Fact>
          {failed > 0 && (
            <Fact label="Failed">
              <Toned tone="fail">{formatCount(failed)}</Toned>
            </Fact>
          )}
          <TimeFact run={run} />
          <TermFacts run={run} />
        </Facts>
        <Start run={run} />
        <Text c="dimmed" size="sm" px="md" pb="md">
          {[...labAssumptions(run, formatMoney), ...(run.seeds === null ? [] : [PRICES_WITHOUT_TREND])].join(' ')}
        </Text>
        {isSweeping(status) && (
          <Group gap="md" px="md" pb="md" role="status">
            {status === 'queued' && <span>Queued</span>}
            <progress className={classes.progress} value={done} max={lives} aria-label="Progress of the lab run" />
          </Group>
        )}
      </Paper>
      {error !== null && (
        <Notice tone="fail">
          <strong>The lab run failed.</strong> {error}
        </Notice>
      )}
      {run.unproven !== null && (
        <Notice tone="warn">
          <strong>The lab run is inconclusive.</strong> {asSentence(run.unproven)}
        </Notice>
      )}
      {failed > 0 && <Failures run={run} />}
    </>
  );
}

/** Of the portfolio whose results are shown: two runs of the same terms may begin differently. */
function Start({ run }: { readonly run: LabRun }) {
  const [named] = useAddressText('portfolio');
  const instruments = useInstrumentsByIsin();
  const portfolio = run.portfolios.find(({ name }) => name === named) ?? run.portfolios[0];
  if (portfolio === undefined) return null;
  return (
    <Text size="sm" px="md" pb="xs">
      {withSymbols(labStart(portfolio, run, { money: formatMoney, percent: formatPercent }), instruments)}
    </Text>
  );
}

function TimeFact({ run: { status, left_ms: leftMs, elapsed_ms: elapsedMs } }: { readonly run: LabRun }) {
  if (!isSweeping(status)) return <Fact label="Took">{formatTimeLeft(elapsedMs / 1000)}</Fact>;
  return <Fact label="Time left (estimate)">{leftMs === null ? '–' : formatTimeLeft(leftMs / 1000)}</Fact>;
}

function TermFacts({ run: { paths, seeds, from, to, check, execution, taxes } }: { readonly run: LabRun }) {
  return (
    <>
      <Fact label="Paths">
        {formatCount(paths)} <small>{seeds === null ? 'of loaded prices' : `seeds ${seeds}`}</small>
      </Fact>
      <Fact label="Horizon">
        {formatInstant(from)} <small>to</small> {formatDay(to)}
      </Fact>
      <Fact label="Checked">every {check}</Fact>
      <Fact label="Orders are filled">{execution === 'full' ? 'by the service' : 'at mid plus costs'}</Fact>
      <Fact label="Tax on gains">{taxes ? 'paid' : 'none'}</Fact>
    </>
  );
}

type Failure = LabRun['failures'][number];

const FAILURE_COLUMNS = [
  fieldColumn<Failure, 'policy'>('policy', 'Policy'),
  fieldColumn<Failure, 'portfolio'>('portfolio', 'Portfolio'),
  numberColumn<Failure>('seed', 'Seed', ({ seed }) => seed, String),
  fieldColumn<Failure, 'failure'>('failure', 'Why', String, { overflow: 'wrap' }),
];

function Failures({ run: { failures, failed } }: { readonly run: LabRun }) {
  const isPart = failures.length < failed;
  return (
    <TablePanel
      title="Failed simulations"
      side={isPart ? `the first ${formatCount(failures.length)} of ${formatCount(failed)}` : formatCount(failed)}
      columns={FAILURE_COLUMNS}
      rows={failures}
      rowKey={({ portfolio, policy, seed }) => `${portfolio} ${policy} ${seed}`}
      empty="None."
    />
  );
}
