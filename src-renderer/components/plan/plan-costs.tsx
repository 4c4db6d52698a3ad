/** The estimated costs of a plan, by kind, and the effect of exchange rates on the weights. */
import { Text } from '@mantine/core';
import type { RebalanceView } from '../../../src-server/contract/control/portfolios/portfolios.ts';
import { CostWaterfall } from '../charts/cost-waterfall.tsx';
import { formatPercent, shownShare, signedPoints } from '../format/format-number.ts';
import { Panel } from '../layout/panel.tsx';

export function PlanCosts({ view }: { readonly view: RebalanceView }) {
  return (
    <Panel title="Estimated costs" side="bps of the portfolio value, each figure rounded">
      <CostWaterfall costs={view.rebalance.cost_estimate} currency={view.portfolio_currency} />
      <FxRows view={view} />
    </Panel>
  );
}

/** The effect of exchange rates on the weights, by foreign currency (decision G9). */
function FxRows({ view: { rebalance: plan, portfolio_currency: currency } }: { readonly view: RebalanceView }) {
  const foreign = (plan.fx_overlay ?? []).filter((row) => row.currency !== currency);
  return foreign.map((row) => (
    <Text c="dimmed" fz="xs" m={0} px="md" pb="sm" key={row.currency}>
      {row.currency}: {formatPercent(row.weight)} of the portfolio. {fxEffect(row.fx_drift)}
    </Text>
  ));
}

function fxEffect(drift: number): string {
  return shownShare(drift) === 0
    ? 'Exchange rates have not changed this weight.'
    : `Exchange rates have changed this weight by ${signedPoints(drift)}.`;
}
