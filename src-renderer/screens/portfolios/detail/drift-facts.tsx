/** The drift numbers of a portfolio that has targets, and the band they are held against. */

import { Text } from '@mantine/core';
import type { PortfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { formatBand } from '../../../components/charts/drift-band.ts';
import { formatPercent } from '../../../components/format/format-number.ts';
import { ExplainTooltip } from '../../../components/layout/explain-tooltip.tsx';

const MAX_DRIFT = 'The largest |weight − target| of any position. The band is checked against it.';
const PORTFOLIO_DRIFT =
  '½ · Σ |weight − target| over all positions and cash: the share of the portfolio that would have to change hands.';

export function DriftFacts({ portfolio }: { readonly portfolio: PortfolioView }) {
  const { drift, breached, band } = portfolio;
  return (
    <>
      <div>
        <dt>Max drift</dt>
        <Text component="dd" c={breached ? 'warn' : 'inherit'}>
          <ExplainTooltip formula={MAX_DRIFT}>{formatPercent(Math.abs(drift.max_drift))}</ExplainTooltip>{' '}
          <small>{breached ? '▲ outside the band' : 'inside the band'}</small>
        </Text>
      </div>
      <div>
        <dt>Portfolio drift</dt>
        <dd>
          <ExplainTooltip formula={PORTFOLIO_DRIFT}>{formatPercent(drift.portfolio_drift)}</ExplainTooltip>
        </dd>
      </div>
      <div>
        <dt>Band</dt>
        <dd>
          <ExplainTooltip
            formula={`A rebalance is due when any position is further than ${formatBand(band)} from its target.`}
          >
            <small>{formatBand(band)}</small>
          </ExplainTooltip>
        </dd>
      </div>
    </>
  );
}
