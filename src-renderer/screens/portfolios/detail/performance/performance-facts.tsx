/** The figures of performance, each with its calculation, and those of the target mix beside them. */
import type { ReactNode } from 'react';
import type { PerformanceFigures } from '../../../../../src-server/contract/control/portfolios/performance.ts';
import type { Performance } from '../../../../api/activity-api.ts';
import {
  formatMoney,
  formatPercent,
  formatWeight,
  plural,
  shownShare,
  signedMoney,
  signedPercent,
} from '../../../../components/format/format-number.ts';
import { formatDay, formatInstant } from '../../../../components/format/format-time.ts';
import { SignedFigure } from '../../../../components/format/signed-figure.tsx';
import { ExplainTooltip } from '../../../../components/layout/explain-tooltip.tsx';
import { Fact, Facts } from '../../../../components/layout/facts.tsx';
import { GainsTaxDue } from '../../../../components/portfolios/gains-tax-due.tsx';
import { FEWEST_RETURNS, pointsAhead, shownVolatility } from './performance-rows.ts';

type Rate = PerformanceFigures['time_weighted_return'];

const TIME_WEIGHTED =
  'The return that ignores the timing of deposits and withdrawals: the growth of money invested for the whole period. Calculated as Π (value before a flow ÷ value after the previous flow) − 1.';
const MONEY_WEIGHTED =
  'The return on the money that was actually invested: periods with more money have more weight. Calculated (XIRR) as the rate r at which Σ flow · (1 + r)^(−days ÷ 365) is zero, over the opening value, all external flows and the current value, for the time in which the portfolio held money.';
const FEW_RETURNS = `Needs at least ${FEWEST_RETURNS} daily returns.`;
const VOLATILITY =
  'How much the daily returns vary, expressed per year. Calculated as the sample standard deviation of the daily time-weighted returns, times √252, over full UTC days from Monday to Friday, except days that began with a value of zero.';
const MIX =
  'The same money and flows, held at the target weights without costs: rebalanced at every UTC midnight, cash flow and change of targets. Dividends are reinvested on their ex-date, net of tax.';

export function PerformanceFacts({ performance }: { readonly performance: Performance }) {
  const { portfolio, target_mix: mix, currency, from } = performance;
  const volatility = shownVolatility(portfolio);
  const mixVolatility = mix === null ? null : shownVolatility(mix);
  const { start_value: start, end_value: end, net_flows: flows, gain } = portfolio;
  return (
    <Facts
      framed
      aria-label="Performance in figures"
      note={<GainsTaxDue portfolioId={performance.portfolio_id} since={from} />}
    >
      <Fact label={`Value ${currency}`}>
        {formatMoney(end)}{' '}
        <small>
          from {formatMoney(start)} on {formatInstant(from)} UTC
        </small>
      </Fact>
      <Fact label="Gain">
        <ExplainTooltip
          formula={`Current value − opening value − external flows = ${formatMoney(end)} − ${formatMoney(start)} − ${formatMoney(flows)}, since ${formatInstant(from)} UTC.`}
        >
          <SignedFigure value={gain} format={signedMoney} />
        </ExplainTooltip>{' '}
        <small>
          {currency}
          {flows !== 0 && `. Paid ${flows > 0 ? 'in' : 'out'}: ${formatMoney(Math.abs(flows))} ${currency}`}
        </small>
      </Fact>
      <RateFact label="Return, time-weighted" formula={TIME_WEIGHTED} rate={portfolio.time_weighted_return} />
      <RateFact label="Return, money-weighted" formula={MONEY_WEIGHTED} rate={portfolio.money_weighted_return} />
      {mix !== null && <MixFact portfolio={portfolio} mix={mix} />}
      <Fact label="Volatility">
        <ExplainTooltip formula={volatility === null ? FEW_RETURNS : VOLATILITY}>
          {volatility === null ? '–' : formatPercent(volatility)}
        </ExplainTooltip>{' '}
        <small>
          {volatility !== null && 'per year, '}from {plural(portfolio.days, 'daily return')}
          {mixVolatility !== null && `; target mix ${formatPercent(mixVolatility)}`}
        </small>
      </Fact>
      <Fact label="Maximum drawdown">
        <DrawdownFigure drawdown={portfolio.maximum_drawdown} />
        {mix?.maximum_drawdown != null && <small>; target mix {signedPercent(mix.maximum_drawdown.depth)}</small>}
      </Fact>
      <EarningsFacts {...performance} />
    </Facts>
  );
}

function RateFact({ label, formula, rate }: { readonly label: string; readonly formula: string; readonly rate: Rate }) {
  return (
    <Fact label={label}>
      <ExplainTooltip formula={formula}>{figureOf(rate.period)}</ExplainTooltip>{' '}
      {rate.annual !== null && <small>{signedPercent(rate.annual)} per year</small>}
    </Fact>
  );
}

function figureOf(share: number | null): ReactNode {
  return share === null ? '–' : <SignedFigure value={share} format={signedPercent} />;
}

type MixFactProps = Readonly<Record<'portfolio' | 'mix', PerformanceFigures>>;

function MixFact({ portfolio, mix }: MixFactProps) {
  const [own, other] = [portfolio.time_weighted_return.period, mix.time_weighted_return.period];
  const ahead = pointsAhead(own, other);
  return (
    <Fact label="Target mix">
      <ExplainTooltip formula={MIX}>{figureOf(other)}</ExplainTooltip>{' '}
      {ahead !== null && (
        <small>
          {ahead === 0
            ? 'the portfolio has the same return'
            : `the portfolio is ${formatWeight(Math.abs(ahead))} points ${ahead < 0 ? 'behind' : 'ahead'}`}
        </small>
      )}
    </Fact>
  );
}

function DrawdownFigure({ drawdown }: { readonly drawdown: PerformanceFigures['maximum_drawdown'] }) {
  // One that is displayed as 0.00 % is none.
  if (drawdown === null || shownShare(drawdown.depth) === 0) return <>none</>;
  const { depth, peak_at: peak, trough_at: trough, recovered_at: recovered } = drawdown;
  return (
    <>
      <ExplainTooltip
        formula={`From its previous peak (time-weighted), at ${formatInstant(peak)}, to its trough, at ${formatInstant(trough)} UTC; ${recovered === null ? 'not recovered since' : `recovered at ${formatInstant(recovered)}`}.`}
      >
        <SignedFigure value={depth} format={signedPercent} />
      </ExplainTooltip>{' '}
      <small>
        {formatDay(peak)} – {formatDay(trough)}
      </small>
    </>
  );
}

type EarningsFactsProps = Pick<Performance, 'income' | 'costs' | 'currency' | 'points'>;

function EarningsFacts({ income, costs, currency, points }: EarningsFactsProps) {
  const receivable = points.at(-1)?.receivable ?? 0;
  return (
    <>
      <Fact label="Income">
        <ExplainTooltip formula={partsOf(income)}>{formatMoney(income.total)}</ExplainTooltip>{' '}
        <small>
          {currency} paid
          {income.withholding_tax !== 0 && ` after ${formatMoney(-income.withholding_tax)} withholding tax`}
          {receivable !== 0 && `, and ${formatMoney(receivable)} receivable`}; included in the gain
        </small>
      </Fact>
      <Fact label="Costs">
        <ExplainTooltip formula={partsOf(costs)}>{formatMoney(costs.total)}</ExplainTooltip>{' '}
        <small>{currency}, already deducted from the gain</small>
      </Fact>
    </>
  );
}

/** `fees 45.50 + commission 12.00`: only parts that are not 0. */
function partsOf(parts: Readonly<Record<string, number>>): string {
  const named = Object.entries(parts).filter(([name, amount]) => name !== 'total' && amount !== 0);
  if (named.length === 0) return 'None in this period.';
  return named.map(([name, amount]) => `${name.replaceAll('_', ' ')} ${formatMoney(amount)}`).join(' + ');
}
