/** The results of a run in numbers, and the command that shows it again. */

import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schemas } from '../../../api/api-client.ts';
import { formatCount, formatMoney } from '../../../components/format/format-number.ts';
import { formatLength } from '../../../components/format/format-time.ts';
import { CopyText } from '../../../components/layout/copy-text.tsx';
import { Facts } from '../../../components/layout/facts.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { formatStatus } from '../../../components/orders/status-badge.tsx';
import classes from '../../../components/scenarios/scenarios.module.css';

type Report = NonNullable<Schemas['ScenarioRun']['report']>;

export function RunFacts({ report }: { readonly report: Report }) {
  const facts = report.figures === null ? [] : factsOf(report, report.figures);
  return (
    <Panel
      title="What came of it"
      side={`seed ${report.seed} · took ${formatCount(Math.ceil(report.duration_ms))} ms (real)`}
    >
      {facts.length > 0 && (
        <Facts aria-label="Figures of the run">
          {facts.map(({ label, value, hint }) => (
            <div key={label} title={hint}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </Facts>
      )}
      <Group className={classes.runAgain} gap="4px 12px" px="md" py={6}>
        <Text span c="dimmed">
          Again
        </Text>
        <CopyText text={report.again} what="the command" />
        {report.head !== '' && (
          <>
            <Text span c="dimmed">
              Head
            </Text>
            <CopyText text={report.head} what="the head of its event log" shown={`${report.head.slice(0, 12)}…`} />
          </>
        )}
      </Group>
    </Panel>
  );
}

interface Fact {
  readonly label: string;
  readonly value: ReactNode;
  readonly hint?: string;
}

function factsOf(report: Report, figures: NonNullable<Report['figures']>): Fact[] {
  const { commission, spread, impact, fx: FX, transaction_tax: tax, total } = figures.costs_eur;
  const parts = Object.entries({ commission, spread, impact, FX, 'transaction tax': tax });
  return [
    { label: 'Golden log', value: formatGolden(report.golden) },
    { label: 'Virtual time', value: describeLength(report.simulated_ms) },
    { label: 'Rebalances', ...counted(figures.rebalances) },
    { label: 'Fills', value: formatCount(figures.fills) },
    { label: 'Traded (EUR)', value: formatMoney(figures.traded_eur) },
    {
      label: 'Costs (EUR)',
      value: formatMoney(total),
      hint: parts.map(([name, cost]) => `${name} ${formatMoney(cost)}`).join(', '),
    },
    { label: 'Deliveries', ...counted(figures.deliveries) },
    { label: 'Events', value: formatCount(report.events) },
    ...Object.entries(figures.measures).map(([name, value]) => ({ label: name, value: String(value) })),
  ];
}

/** The sum, and the count of each status behind it. */
function counted(counts: Readonly<Record<string, number>>): Pick<Fact, 'value' | 'hint'> {
  const states = Object.entries(counts).filter(([, count]) => count > 0);
  const words = states.map(([status, count]) => `${formatCount(count)} ${formatStatus(status)}`).join(', ');
  const sum = states.reduce((total, [, count]) => total + count, 0);
  return {
    value: (
      <>
        {formatCount(sum)} {states.length > 0 && <small>{words}</small>}
      </>
    ),
    hint: words,
  };
}

/** Many scenarios are over within a minute, for which `1 m` would say too little. */
function describeLength(lengthMs: number): string {
  return lengthMs < 120_000 ? `${formatCount(Math.round(lengthMs / 1000))} s` : formatLength(lengthMs);
}

function formatGolden(golden: Report['golden']): ReactNode {
  const [mark, tone] = golden === 'same' ? ['✓ ', 'ok'] : golden === 'differs' ? ['✕ ', 'fail'] : ['', 'dimmed'];
  return (
    <Text span c={tone}>
      {mark}
      {golden}
    </Text>
  );
}
