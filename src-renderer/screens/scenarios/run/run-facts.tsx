/** The results of a run in numbers, and the command that repeats it. */
import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type {
  ListedScenario,
  ScenarioRunWire,
} from '../../../../src-server/contract/control/scenarios/scenario-runs.ts';
import { formatCount, formatMoney } from '../../../components/format/format-number.ts';
import { formatLength, formatSeconds } from '../../../components/format/format-time.ts';
import { CopyText } from '../../../components/layout/copy-text.tsx';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import { Fact, Facts } from '../../../components/layout/facts.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { formatStatus } from '../../../components/orders/status-badge.tsx';
import classes from '../scenarios.module.css';

type Report = NonNullable<ScenarioRunWire['report']>;

interface RunFactsProps {
  readonly report: Report;
  readonly scenario: ListedScenario;
}

export function RunFacts({ report, scenario: { from_snapshot: fromSnapshot, origin } }: RunFactsProps) {
  const { seed, duration_ms: durationMs, figures, again, head } = report;
  const isOpened = origin === 'opened';
  const side = `seed ${seed} · took ${formatSeconds(durationMs)} s of real time`;
  return (
    <Panel title="Result" side={side}>
      {figures !== null && fromSnapshot && (
        <Text c="dimmed" px="md" pt={6}>
          The figures include everything already in the saved world when the run started. The virtual time is that of
          the run.
        </Text>
      )}
      {figures !== null && (
        <Facts aria-label="Figures of the run">
          {factsOf(report, figures).map(([label, value, hint]) => (
            <Fact key={label} label={label} hint={hint}>
              {value}
            </Fact>
          ))}
        </Facts>
      )}
      <Group className={classes.again} gap="4px 12px" px="md" py={6}>
        <Dimmed>Run again</Dimmed>
        <CopyText text={isOpened ? again.replace(/\S*\/(?=[^\s/]+\.yaml)/, '') : again} what="the command" />
        {isOpened && <Dimmed>Save the file first; this copy is deleted when the server stops.</Dimmed>}
        {head !== '' && (
          <>
            <Dimmed>Head</Dimmed>
            <CopyText text={head} what="the head of its event log" shown={`${head.slice(0, 12)}…`} />
          </>
        )}
      </Group>
    </Panel>
  );
}

type RunFact = readonly [label: string, value: ReactNode, hint?: string];

function factsOf({ golden, simulated_ms: simulatedMs, events }: Report, figures: NonNullable<Report['figures']>) {
  const { commission, spread, impact, fx: FX, transaction_tax: tax, total } = figures.costs_eur;
  const parts = Object.entries({ commission, spread, impact, FX, 'transaction tax': tax });
  const costs = parts.map(([name, cost]) => `${name} ${formatMoney(cost)}`).join(', ');
  const [mark, tone] = golden === 'same' ? ['✓ ', 'ok'] : golden === 'differs' ? ['✕ ', 'fail'] : ['', 'dimmed'];
  const facts: RunFact[] = [
    ['Golden log', <Text key="golden" span c={tone}>{`${mark}${golden}`}</Text>],
    // Many scenarios end within a minute, for which `1 m` would not be precise enough.
    ['Virtual time', simulatedMs < 120_000 ? `${Math.round(simulatedMs / 1000)} s` : formatLength(simulatedMs)],
    ['Rebalances', ...counted(figures.rebalances)],
    ['Fills', formatCount(figures.fills)],
    ['Traded (EUR)', formatMoney(figures.traded_eur)],
    ['Costs (EUR)', formatMoney(total), costs],
    ['Deliveries', ...counted(figures.deliveries)],
    ['Log entries', formatCount(events)],
    ...Object.entries(figures.measures).map(([name, value]) => [name, String(value)] as const),
  ];
  return facts;
}

/** The sum, and the count of each status behind it. */
function counted(counts: Readonly<Record<string, number>>): [value: ReactNode, hint: string] {
  const states = Object.entries(counts).filter(([, count]) => count > 0);
  const hint = states.map(([status, count]) => `${formatCount(count)} ${formatStatus(status)}`).join(', ');
  const sum = states.reduce((total, [, count]) => total + count, 0);
  const value = (
    <>
      {formatCount(sum)} {states.length > 0 && <small>{hint}</small>}
    </>
  );
  return [value, hint];
}
