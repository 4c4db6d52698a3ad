/** All policies by all measures: the mean of the paths, its 95 % interval below it, and the best of each marked. */
import { SegmentedControl, VisuallyHidden } from '@mantine/core';
import { useMemo } from 'react';
import { isConstrained } from '../../../../src-server/contract/control/lab/lab-assumptions.ts';
import type { LabMeasureName } from '../../../../src-server/contract/control/lab/lab-measures.ts';
import type { LabPolicyResult } from '../../../../src-server/contract/control/lab/lab-runs.ts';
import { policySentence } from '../../../../src-server/contract/control/portfolios/policy-sentence.ts';
import type { LabRun } from '../../../api/runs/lab-api.ts';
import { lineLook } from '../../../components/charts/chart-legend.tsx';
import { useAddressChoice } from '../../../components/format/use-address-choice.ts';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import { ExplainTooltip } from '../../../components/layout/explain-tooltip.tsx';
import { Toned } from '../../../components/layout/toned.tsx';
import { type Column, valueColumn } from '../../../components/tables/table-column.ts';
import { TablePanel } from '../../../components/tables/table-panel.tsx';
import classes from '../lab.module.css';
import { areComparable, bestMean, standingOf } from './best-mean.ts';
import { explainFigures, figuresOf, type LabMeasure, measureCalled, unitOf, writeFigure } from './measure-format.ts';
import type { ResultProps } from './result-props.ts';

const GROUPS = ['main', 'drift', 'costs', 'outcome'] as const;

export function PoliciesPanel({ run, result, choice }: ResultProps & { readonly run: LabRun }) {
  const { policies, currency } = result;
  const [group, setGroup] = useAddressChoice('measures', GROUPS);
  const { chosen, toggle } = choice;
  const isComparable = areComparable(policies, run);
  const columns = useMemo(
    () => [
      policyColumn(
        run,
        chosen.map(({ policy }) => policy),
        isComparable,
      ),
      ...MEASURE_GROUPS[group].map((name) => measureColumn(isComparable ? policies : null, name, currency)),
    ],
    [run, chosen, policies, group, currency, isComparable],
  );
  return (
    <TablePanel
      title="Policies"
      layoutKey="lab/policies"
      label="Policies by their measures"
      hasFilter={false}
      side={
        <SegmentedControl
          aria-label="Measures"
          data={[
            { value: 'main', label: 'At a glance' },
            { value: 'drift', label: 'Drift' },
            { value: 'costs', label: 'Trades and costs' },
            { value: 'outcome', label: 'Outcome' },
          ]}
          value={group}
          onChange={setGroup}
        />
      }
      columns={columns}
      rows={policies}
      rowKey={({ policy }) => policy}
      onOpen={({ policy }) => toggle(policy)}
      empty="There are no policies."
    >
      <Dimmed className={classes.remark}>
        {run.status === 'complete'
          ? 'Mean over the paths with its 95 % confidence interval. '
          : 'Mean over the paths that all policies have completed so far, with its 95 % confidence interval. '}
        {isComparable ? '★ marks the best.' : 'The best are marked once every policy has completed a path.'} Click a
        row, or press Enter, to chart and compare it. You can choose two.
      </Dimmed>
    </TablePanel>
  );
}

function policyColumn(run: LabRun, chosen: readonly string[], isComparable: boolean): Column<LabPolicyResult> {
  return valueColumn(
    'policy',
    'Policy',
    ({ policy }) => policy,
    (policy, result) => {
      const index = chosen.indexOf(policy);
      return (
        <div className={classes.policyCell}>
          <svg width={20} height={6} aria-hidden>
            {index >= 0 && <line x1={0} x2={20} y1={3} y2={3} strokeWidth={2.5} {...lineLook(index)} />}
          </svg>
          <span>
            <ExplainTooltip isInRow formula={sentenceOf(run, policy)}>
              <strong>{policy}</strong>
            </ExplainTooltip>
            {index >= 0 && <VisuallyHidden>, chosen</VisuallyHidden>}
            <small>{standingOf(result, run, isComparable)}</small>
          </span>
        </div>
      );
    },
    { copy: ({ policy }) => policy },
  );
}

function sentenceOf({ policies, portfolios }: LabRun, name: string): string {
  const policy = policies.find((each) => each.name === name);
  if (policy === undefined) return name;
  return policySentence(policy, isConstrained({ portfolios }));
}

/** `policies`: null as long as none can be marked as the best. */
function measureColumn(
  policies: readonly LabPolicyResult[] | null,
  name: LabMeasureName,
  currency: string,
): Column<LabPolicyResult> {
  const measure = measureCalled(name);
  const best = policies === null ? null : bestMean(policies, measure);
  return valueColumn(
    name,
    measure.title,
    (result) => figuresOf(result, measure)?.mean ?? null,
    (_, result) => <Figure {...{ result, measure, best, currency }} />,
    {
      align: 'right',
      hint: measure.meaning,
      unit: unitOf(measure, currency),
      ...(measure.unit === 'share' ? { shift: 2 } : {}),
      copy: (result) => {
        const figures = figuresOf(result, measure);
        return figures === null ? null : writeFigure(figures.mean, measure);
      },
    },
  );
}

interface FigureProps {
  readonly result: LabPolicyResult;
  readonly measure: LabMeasure;
  readonly best: number | null;
  readonly currency: string;
}

function Figure({ result, measure, best, currency }: FigureProps) {
  const figures = figuresOf(result, measure);
  if (figures === null) return null;
  const { mean, ci_low: low, ci_high: high } = figures;
  const isBest = mean === best;
  const write = (value: number) => writeFigure(value, measure);
  const isSure = low === null || high === null || low === high;
  return (
    <div className={classes.figure} data-best={isBest ? '' : undefined}>
      <ExplainTooltip isInRow formula={explainFigures(figures, measure, currency)}>
        <Toned tone={isBest ? 'ok' : 'inherit'}>
          {isBest && (
            <>
              <span aria-hidden>★ </span>
              <VisuallyHidden>best: </VisuallyHidden>
            </>
          )}
          {write(mean)}
        </Toned>
      </ExplainTooltip>
      <small>{isSure ? '\u00a0' : `${write(low)} to ${write(high)}`}</small>
    </div>
  );
}

/** Groups of measures in the table, which has no room for all of them. */
const MEASURE_GROUPS: Readonly<Record<'main' | 'drift' | 'costs' | 'outcome', readonly LabMeasureName[]>> = {
  main: [
    'mean_drift',
    'tracking_error',
    'total_costs_bps',
    'rebalances_a_year',
    'turnover_a_year',
    'return_after_liquidation',
    'max_drawdown',
  ],
  drift: ['mean_drift', 'max_drift', 'days_outside', 'tracking_error'],
  costs: [
    'rebalances_a_year',
    'orders_a_year',
    'turnover_a_year',
    'explicit_costs_bps',
    'implicit_costs_bps',
    'taxes_bps',
    'total_costs_bps',
  ],
  outcome: [
    'return_a_year',
    'return_after_liquidation',
    'max_drawdown',
    'value_at_end',
    'value_after_liquidation',
    'refused_flows',
  ],
};
