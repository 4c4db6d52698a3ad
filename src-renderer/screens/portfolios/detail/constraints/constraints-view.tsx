/** What every plan of the portfolio keeps, and what that does to the plan of this instant (decision O5). */
import { Button } from '@mantine/core';
import type { PortfolioView } from '../../../../../src-server/contract/control/portfolios/portfolios.ts';
import { useInstrumentsByIsin } from '../../../../api/market-api.ts';
import { type Constraints, useConstraints } from '../../../../api/portfolios-api.ts';
import { useNextPlan } from '../../../../api/rebalances-api.ts';
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx';
import { Notice } from '../../../../components/feedback/notice.tsx';
import { QueryBoundary } from '../../../../components/feedback/query-boundary.tsx';
import { formatMoney, formatPercent, plural } from '../../../../components/format/format-number.ts';
import { Fact, Facts } from '../../../../components/layout/facts.tsx';
import { Panel } from '../../../../components/layout/panel.tsx';
import { useAddressDialog } from '../../../../components/layout/use-address-dialog.ts';
import { type InstrumentsByIsin, symbolOf } from '../../../../components/orders/order-columns.tsx';
import { ConstraintSentences } from '../../../../components/plan/constraint-badges.tsx';
import { formatEffect } from '../../../../components/plan/constraint-labels.ts';
import { useShownPortfolio } from '../../../../components/portfolios/use-shown-portfolio.ts';
import { ConstraintsDialog } from './constraints-dialog.tsx';

export function ConstraintsView() {
  const portfolio = useShownPortfolio();
  const { portfolio_id: portfolioId, currency } = portfolio;
  const read = useConstraints(portfolioId);
  const editing = useAddressDialog('constraints');
  return (
    <QueryBoundary read={read} doing="Loading the constraints">
      {({ constraints }) => (
        <>
          <Panel
            title="Constraints"
            padded={Object.keys(constraints).length === 0}
            side={
              <Button size="xs" variant="default" onClick={editing.open}>
                Edit…
              </Button>
            }
          >
            <SetConstraints constraints={constraints} currency={currency} />
          </Panel>
          {Object.keys(constraints).length > 0 && <NextPlan portfolio={portfolio} />}
          {editing.isOpen && <ConstraintsDialog {...{ portfolioId, currency, constraints }} onClose={editing.close} />}
        </>
      )}
    </QueryBoundary>
  );
}

function SetConstraints({ constraints, currency }: { readonly constraints: Constraints; readonly currency: string }) {
  const instruments = useInstrumentsByIsin();
  const rows = shownConstraints(constraints, currency, instruments);
  if (rows.length === 0) {
    return (
      <>
        <strong>None.</strong> Every plan trades to the targets, as far as costs and exchanges allow.
      </>
    );
  }
  return (
    <Facts aria-label="Active constraints">
      {rows.map(([label, value]) => (
        <Fact key={label} label={label}>
          {value}
        </Fact>
      ))}
    </Facts>
  );
}

function shownConstraints(constraints: Constraints, currency: string, instruments: InstrumentsByIsin) {
  const symbols = (isins: readonly string[]) => isins.map((isin) => symbolOf(isin, instruments)).join(', ');
  const { do_not_sell: unsold, do_not_buy: unbought, min_order_value: value, min_order_bps: bps } = constraints;
  const { max_turnover: turnover, gains_tax_budget: tax, whole_shares: whole, cash_flow_only: cashOnly } = constraints;
  const rows: [label: string, value: string | undefined][] = [
    ['Never sold', unsold && symbols(unsold)],
    ['Never bought', unbought && symbols(unbought)],
    ['Smallest order', value === undefined ? undefined : `${formatMoney(value)} ${currency}`],
    ['Smallest order by value', bps === undefined ? undefined : `${bps} bps`],
    [
      'Trading limit',
      turnover === undefined ? undefined : `${formatPercent(turnover)} of the value, for sells and for buys each`,
    ],
    ['Gains tax budget', tax === undefined ? undefined : `${formatMoney(tax)} ${currency} a plan`],
    ['Shares', whole === true ? 'Only whole shares' : undefined],
    ['Cash flows only', cashOnly === true ? 'Nothing is sold' : undefined],
  ];
  return rows.filter((row): row is [string, string] => row[1] !== undefined);
}

/** By a dry run with the service's own settings. */
function NextPlan({ portfolio }: { readonly portfolio: PortfolioView }) {
  const { data, error, refetch } = useNextPlan(portfolio.portfolio_id, portfolio.form, portfolio.has_targets);
  if (!portfolio.has_targets)
    return <Notice>The portfolio has no targets. Each plan sets its own and respects the constraints.</Notice>;
  if (error !== null) return <ErrorNotice error={error} doing="The dry run" onRetry={() => void refetch()} />;
  if (!data) return <Notice>Planning …</Notice>;
  const { outcome, orders, constraints } = data;
  if (outcome === 'below_threshold') {
    return <Notice tone="ok">The portfolio is inside its band: a plan now would trade nothing.</Notice>;
  }
  const bound = constraints?.bound ?? [];
  const what = outcome === 'constrained' ? 'no order' : plural(orders, 'order');
  return (
    <Notice tone={bound.length === 0 ? 'ok' : 'warn'}>
      <strong>A plan now would have {what}.</strong> {constraints !== null && formatEffect(constraints)}
      {bound.length > 0 && <ConstraintSentences bound={bound} />}
    </Notice>
  );
}
