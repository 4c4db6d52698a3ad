/** The figures of performance, each with how it is reckoned, and the same of the target mix beside them. */
import type { ReactNode } from 'react';
import type { Performance, PerformanceFigures } from '../../../../api/activity-api.ts';
import {
  formatMoney,
  formatPercent,
  plural,
  signedMoney,
  signedPercent,
} from '../../../../components/format/format-number.ts';
import { formatDay, formatInstant } from '../../../../components/format/format-time.ts';
import { SignedFigure } from '../../../../components/format/signed-figure.tsx';
import { ExplainTooltip } from '../../../../components/layout/explain-tooltip.tsx';
import { Fact, Facts } from '../../../../components/layout/facts.tsx';

type Rate = PerformanceFigures['time_weighted_return'];

const TIME_WEIGHTED =
  'Time-weighted: Π (value before a flow ÷ value after the one before it) − 1. Growth of money invested for the whole period, independent of deposits and withdrawals.';
const MONEY_WEIGHTED =
  'Money-weighted (XIRR): the rate r at which Σ flow · (1 + r)^(−days ÷ 365) is zero, over the opening value, all external flows and the current value, for the time in which the portfolio held money. Periods with more money weigh more.';
const VOLATILITY =
  'Sample standard deviation of the daily time-weighted returns, times √252. Counts full UTC days from Monday to Friday, except days that began with a value of zero.';
const MIX =
  'The same money and flows, held at the target weights without costs: rebalanced at every UTC midnight, cash flow and change of targets. Dividends are reinvested on their ex-date, net of tax.';

export function PerformanceFacts({ performance }: { readonly performance: Performance }) {
  const { portfolio, target_mix: mix, currency, from } = performance;
  const { start_value: start, end_value: end, net_flows: flows, gain } = portfolio;
  return (
    <Facts framed aria-label="Performance in figures">
      <Fact label="Gain">
        <ExplainTooltip
          formula={`Current value − opening value − external flows = ${formatMoney(end)} − ${formatMoney(start)} − ${formatMoney(flows)}, since ${formatInstant(from)} UTC.`}
        >
          <SignedFigure value={gain} format={signedMoney} />
        </ExplainTooltip>{' '}
        <small>
          {currency}
          {flows !== 0 && `, and ${signedMoney(flows)} external flows`}
        </small>
      </Fact>
      <RateFact label="Return, time-weighted" formula={TIME_WEIGHTED} rate={portfolio.time_weighted_return} />
      <RateFact label="Return, money-weighted" formula={MONEY_WEIGHTED} rate={portfolio.money_weighted_return} />
      {mix !== null && <MixFact portfolio={portfolio} mix={mix} />}
      <Fact label="Volatility">
        <ExplainTooltip formula={VOLATILITY}>
          {portfolio.volatility === null ? '–' : formatPercent(portfolio.volatility)}
        </ExplainTooltip>{' '}
        <small>
          a year, of {plural(portfolio.days, 'day')}
          {mix !== null && mix.volatility !== null && `; mix ${formatPercent(mix.volatility)}`}
        </small>
      </Fact>
      <Fact label="Maximum drawdown">
        <DrawdownFigure drawdown={portfolio.maximum_drawdown} />
        {mix?.maximum_drawdown != null && <small>; mix {signedPercent(mix.maximum_drawdown.depth)}</small>}
      </Fact>
      <EarningsFacts {...performance} />
    </Facts>
  );
}

function RateFact({ label, formula, rate }: { readonly label: string; readonly formula: string; readonly rate: Rate }) {
  return (
    <Fact label={label}>
      <ExplainTooltip formula={formula}>{figureOf(rate.period)}</ExplainTooltip>{' '}
      {rate.annual !== null && <small>{signedPercent(rate.annual)} a year</small>}
    </Fact>
  );
}

function figureOf(share: number | null): ReactNode {
  return share === null ? '–' : <SignedFigure value={share} format={signedPercent} />;
}

type MixFactProps = Readonly<Record<'portfolio' | 'mix', PerformanceFigures>>;

function MixFact({ portfolio, mix }: MixFactProps) {
  const [own, other] = [portfolio.time_weighted_return.period, mix.time_weighted_return.period];
  const ahead = own !== null && other !== null && other > -1 ? (1 + own) / (1 + other) - 1 : null;
  return (
    <Fact label="Target mix">
      <ExplainTooltip formula={MIX}>{figureOf(other)}</ExplainTooltip>{' '}
      {ahead !== null && (
        <small>
          {formatPercent(Math.abs(ahead))} {ahead < 0 ? 'behind' : 'ahead of'} it
        </small>
      )}
    </Fact>
  );
}

function DrawdownFigure({ drawdown }: { readonly drawdown: PerformanceFigures['maximum_drawdown'] }) {
  if (drawdown === null) return <>none</>;
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
          {currency}, included in the gain
          {receivable > 0 && `; with ${formatMoney(receivable)} more of dividends that are not paid yet`}
        </small>
      </Fact>
      <Fact label="Costs">
        <ExplainTooltip formula={partsOf(costs)}>{formatMoney(costs.total)}</ExplainTooltip>{' '}
        <small>{currency}, already deducted from the gain</small>
      </Fact>
    </>
  );
}

/** `fees 45.50 + commission 12.00`: the parts that there are. */
function partsOf(parts: Readonly<Record<string, number>>): string {
  const named = Object.entries(parts).filter(([name, amount]) => name !== 'total' && amount !== 0);
  if (named.length === 0) return 'None in this period.';
  return named.map(([name, amount]) => `${name.replaceAll('_', ' ')} ${formatMoney(amount)}`).join(' + ');
}
