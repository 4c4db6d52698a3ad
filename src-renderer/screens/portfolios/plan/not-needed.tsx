/** The calm answer to 422 `drift_below_threshold`: nothing is outside the band, with the numbers that say so. */

import { Code, Text } from '@mantine/core';
import type { PortfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import type { Band } from '../../../components/charts/drift-band.ts';
import { DriftBars } from '../../../components/charts/drift-bars.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { formatPercent } from '../../../components/format/format-number.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import type { PlanParameters } from '../../../components/plan/plan-parameters.ts';
import { driftRows } from '../../../components/portfolios/drift-panel.tsx';

interface NotNeededProps {
  readonly portfolio: PortfolioView;
  readonly parameters: PlanParameters;
  /** The service's own words. */
  readonly message: string;
}

export function NotNeeded({ portfolio, parameters, message }: NotNeededProps) {
  if (portfolio.form === 'A') {
    // Its plan brings targets of its own, against which the portfolio shows no drift.
    return (
      <Notice tone="ok">
        <strong>No rebalance needed.</strong> {message}
        <Text component="div" c="dimmed">
          The service answered <Code>422 drift_below_threshold</Code>. Change the weights, or lower the threshold to see
          what a rebalance would take anyway.
        </Text>
      </Notice>
    );
  }
  const looksAtAll = parameters.trigger === 'portfolio';
  const drift = looksAtAll ? portfolio.drift.portfolio_drift : Math.abs(portfolio.drift.max_drift);
  const unit = parameters.bandType === 'relative' && !looksAtAll ? 'of each target' : 'of the portfolio';
  const band: Band = { type: parameters.bandType, threshold: parameters.driftThresholdPercent / 100 };
  return (
    <>
      <Notice tone="ok">
        <strong>No rebalance needed.</strong> {looksAtAll ? 'The portfolio drift' : 'The largest drift'} is{' '}
        {formatPercent(drift)} of the portfolio; the threshold is{' '}
        {formatPercent(parameters.driftThresholdPercent / 100)} {unit}.
        <Text component="div" c="dimmed">
          The service answered <Code>422 drift_below_threshold</Code>: {message} Lower the threshold to see what a
          rebalance would take anyway.
        </Text>
      </Notice>
      <Panel title="Drift now">
        <DriftBars rows={driftRows(portfolio)} band={band} />
      </Panel>
    </>
  );
}
