/** The constraints of every plan of the portfolio, and their effect on a plan made now (decision O5). */
import { Button } from '@mantine/core';
import type { PortfolioView } from '../../../../../src-server/contract/control/portfolios/portfolios.ts';
import { useInstrumentsByIsin } from '../../../../api/market-api.ts';
import { type Constraints, useConstraints } from '../../../../api/portfolios-api.ts';
import { useNextPlan } from '../../../../api/rebalances-api.ts';
import { LimitedTrades } from '../../../../components/constraints/constraint-badges.tsx';
import { formatEffect } from '../../../../components/constraints/limited-trades.ts';
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx';
import { Notice } from '../../../../components/feedback/notice.tsx';
import { QueryBoundary } from '../../../../components/feedback/query-boundary.tsx';
import { plural } from '../../../../components/format/format-number.ts';
import { formatInstant } from '../../../../components/format/format-time.ts';
import { Dimmed } from '../../../../components/layout/dimmed.tsx';
import { Fact, Facts } from '../../../../components/layout/facts.tsx';
import { Panel } from '../../../../components/layout/panel.tsx';
import { useAddressDialog } from '../../../../components/layout/use-address-dialog.ts';
import { useShownPortfolio } from '../../../../components/portfolios/use-shown-portfolio.ts';
import { ConstraintsDialog } from './constraints-dialog.tsx';
import { shownConstraints } from './shown-constraints.ts';

export function ConstraintsView() {
  const portfolio = useShownPortfolio();
  const { portfolio_id: portfolioId, currency } = portfolio;
  const query = useConstraints(portfolioId);
  const editing = useAddressDialog('constraints');
  return (
    <QueryBoundary query={query} doing="Loading the constraints">
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

/** From a dry run with the service's own settings. */
function NextPlan({ portfolio }: { readonly portfolio: PortfolioView }) {
  const { data, error, refetch } = useNextPlan(portfolio.portfolio_id, portfolio.form, portfolio.has_targets);
  if (!portfolio.has_targets)
    return <Notice>The portfolio has no targets. Each plan sets its own and respects the constraints.</Notice>;
  if (error !== null) return <ErrorNotice error={error} doing="The dry run" onRetry={() => void refetch()} />;
  const [plan] = data?.variants ?? [];
  if (data === undefined || plan === undefined) return <Notice>Planning …</Notice>;
  const { outcome, orders, constraints } = plan;
  // It is renewed all the time while the clock runs, which nobody wants to hear.
  const side = <Dimmed aria-live="off">planned {formatInstant(data.as_of)} virtual UTC</Dimmed>;
  if (outcome === 'below_threshold') {
    return (
      <Notice tone="ok" side={side}>
        The portfolio is inside its band, so a plan made now would trade nothing.
      </Notice>
    );
  }
  const bound = constraints?.bound ?? [];
  const what = outcome === 'constrained' ? 'no order' : plural(orders, 'order');
  return (
    <Notice tone={bound.length === 0 ? 'ok' : 'warn'} side={side}>
      <strong>A plan made now would have {what}.</strong> {constraints !== null && formatEffect(constraints)}
      {bound.length > 0 && <LimitedTrades bound={bound} currency={portfolio.currency} />}
    </Notice>
  );
}
