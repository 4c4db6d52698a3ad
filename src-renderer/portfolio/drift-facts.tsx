/** The drift numbers of a portfolio that has targets, and the band they are held against. */
import type { PortfolioView } from '../../src-server/contract/control/portfolios/portfolios.ts';
import { bandWords } from '../shared/drift-band.ts';
import { formatPercent } from '../shared/format-number.ts';
import { Why } from '../shared/why.tsx';

const MAX_DRIFT = 'The largest |weight − target| of any position. The band is checked against it.';
const PORTFOLIO_DRIFT =
  '½ · Σ |weight − target| over all positions and cash: the share of the portfolio that would have to change hands.';

export function DriftFacts({ portfolio }: { readonly portfolio: PortfolioView }) {
  const { drift, breached, band } = portfolio;
  return (
    <>
      <div>
        <dt>Max drift</dt>
        <dd className={breached ? 'warn' : undefined}>
          <Why formula={MAX_DRIFT}>{formatPercent(Math.abs(drift.max_drift))}</Why>{' '}
          <small>{breached ? '▲ outside the band' : 'inside the band'}</small>
        </dd>
      </div>
      <div>
        <dt>Portfolio drift</dt>
        <dd>
          <Why formula={PORTFOLIO_DRIFT}>{formatPercent(drift.portfolio_drift)}</Why>
        </dd>
      </div>
      <div>
        <dt>Band</dt>
        <dd>
          <Why formula={`A rebalance is due when any position is further than ${bandWords(band)} from its target.`}>
            <small>{bandWords(band)}</small>
          </Why>
        </dd>
      </div>
    </>
  );
}
