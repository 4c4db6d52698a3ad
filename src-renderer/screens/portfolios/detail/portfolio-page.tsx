/** The page of a portfolio: its header, its views, and the overview. */

import { Group, Skeleton, VisuallyHidden } from '@mantine/core';
import { Suspense } from 'react';
import { Link, Outlet, useLocation, useParams } from 'react-router';
import type { PortfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { APP_ACCOUNT, usePortfolio } from '../../../api/portfolios-api.ts';
import { useSession } from '../../../api/world-api.ts';
import { checkTrigger, formatBand, MAX_DRIFT_HINT } from '../../../components/charts/drift-band.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { formatMoney, formatPercent, plural, signedPercent } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { Badge } from '../../../components/layout/badge.tsx';
import { CopyText } from '../../../components/layout/copy-text.tsx';
import { DimmedLink } from '../../../components/layout/dimmed.tsx';
import { ExplainTooltip } from '../../../components/layout/explain-tooltip.tsx';
import { Fact, Facts } from '../../../components/layout/facts.tsx';
import { LinkButton } from '../../../components/layout/link-button.tsx';
import { DeferredContent, Page, PageHeader } from '../../../components/layout/page.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { Toned } from '../../../components/layout/toned.tsx';
import { ViewTabs } from '../../../components/layout/view-tabs.tsx';
import { RebalanceTable } from '../../../components/orders/rebalance-table.tsx';
import { PaperFacts, PaperSource, PaperTitle } from '../../../components/paper/paper-head.tsx';
import { PrintButton } from '../../../components/paper/print-button.tsx';
import { taxMethodName } from '../../../components/plan/plan-parameters.ts';
import { WarningNotices } from '../../../components/plan/warning-notices.tsx';
import { DelistedNotice, delistedValue } from '../../../components/portfolios/delisted.tsx';
import { formatStoredAt, useDraftOf } from '../../../components/portfolios/draft-storage.ts';
import { DriftPanel, driftRows, watchedTrigger } from '../../../components/portfolios/drift-panel.tsx';
import { GainsTaxDue } from '../../../components/portfolios/gains-tax-due.tsx';
import { PortfolioActionButton } from '../../../components/portfolios/portfolio-action-button.tsx';
import { rebalanceUnderWay, UnderWayNotice } from '../../../components/portfolios/rebalance-under-way.tsx';
import { useShownPortfolio } from '../../../components/portfolios/use-shown-portfolio.ts';
import { wrapperName } from '../../../components/portfolios/wrapper-name.ts';
import { paths } from '../../../paths.ts';
import { AllocationPanel } from './allocation-panel.tsx';
import { ApprovalBadges } from './approval-badges.tsx';
import { FxPanel } from './fx-panel.tsx';
import { HistoryPanel } from './history/history-panel.tsx';
import { HoldingsPanel } from './holdings-panel.tsx';
import classes from './portfolio.module.css';
import { PortfolioMenu } from './portfolio-menu.tsx';
import { PORTFOLIO_VIEWS } from './portfolio-views.ts';

export function PortfolioPage() {
  const { portfolioId = '' } = useParams();
  const query = usePortfolio(portfolioId);
  return (
    <Page>
      <title>{`${query.data?.label ?? 'Portfolio'} · Ballast`}</title>
      {query.data === undefined && <h1 className={VisuallyHidden.classes.root}>Portfolio</h1>}
      <QueryBoundary query={query} doing="Loading the portfolio">
        {(portfolio) => <Content portfolio={portfolio} />}
      </QueryBoundary>
    </Page>
  );
}

function Content({ portfolio }: { readonly portfolio: PortfolioView }) {
  const { portfolio_id: id } = portfolio;
  return (
    <>
      <PortfolioHeader portfolio={portfolio} />
      <div data-screen-only>
        <DraftHint portfolio={portfolio} />
      </div>
      <UnderWayNotice portfolio={portfolio}>Only one can run at a time.</UnderWayNotice>
      <DelistedNotice portfolio={portfolio} />
      <WarningNotices warnings={portfolio.warnings} />
      <ViewTabs
        label="Views of the portfolio"
        tabs={[
          { to: paths.portfolio(id), label: 'Overview', end: true, also: paths.plan(id) },
          ...PORTFOLIO_VIEWS.map(({ view, label }) => ({ to: paths.portfolioView(id, view), label })),
        ]}
      />
      <Suspense fallback={<Skeleton h={240} />}>
        <Outlet context={portfolio} />
      </Suspense>
      <PaperSource id={id} />
    </>
  );
}

/** Unsaved edits are stored in the browser. */
function DraftHint({ portfolio }: { readonly portfolio: PortfolioView }) {
  const draft = useDraftOf(portfolio);
  if (draft === undefined) return null;
  return (
    <Notice
      tone="live"
      side={<LinkButton to={paths.editPortfolio(portfolio.portfolio_id)}>Continue editing</LinkButton>}
    >
      <strong>Unsaved changes from {formatStoredAt(draft)}.</strong> This page does not include them.
    </Notice>
  );
}

/** The plan dialog opens above the overview. */
export function PortfolioOverview() {
  const portfolio = useShownPortfolio();
  return (
    <>
      <PortfolioFacts portfolio={portfolio} />
      <div className={classes.panelPair}>
        <DriftPanel portfolio={portfolio} />
        <div data-screen-only className={classes.panelOf}>
          <AllocationPanel portfolio={portfolio} />
        </div>
      </div>
      <DeferredContent>
        <div className={classes.panelPair} data-screen-only>
          <HistoryPanel portfolio={portfolio} />
          <FxPanel portfolio={portfolio} />
        </div>
        <HoldingsPanel portfolio={portfolio} />
        <div data-screen-only>
          <RebalanceHistory portfolio={portfolio} />
        </div>
      </DeferredContent>
      <Suspense fallback={null}>
        <Outlet context={portfolio} />
      </Suspense>
    </>
  );
}

function PortfolioHeader({ portfolio }: { readonly portfolio: PortfolioView }) {
  const { portfolio_id: id, account_id: account } = portfolio;
  const { pathname } = useLocation();
  const view = PORTFOLIO_VIEWS.find((each) => pathname.startsWith(paths.portfolioView(id, each.view)));
  return (
    <PageHeader>
      <PaperTitle>{view?.printed ?? 'Portfolio'}</PaperTitle>
      <div data-screen-only>
        <DimmedLink to={paths.portfolios}>Portfolios</DimmedLink>
      </div>
      <h1>{portfolio.label}</h1>
      <Group component="span" gap="8px 16px" data-screen-only>
        <ApprovalBadges portfolio={portfolio} />
      </Group>
      <Badge>{wrapperName(portfolio.wrapper)}</Badge>
      {portfolio.tax_jurisdiction !== null && <Badge>{portfolio.tax_jurisdiction}</Badge>}
      {portfolio.default_tax_method !== null && (
        <Badge>lot method: {taxMethodName(portfolio.default_tax_method)}</Badge>
      )}
      <Group component="span" gap="8px 16px" data-screen-only>
        {account !== APP_ACCOUNT && <Badge>account {account}</Badge>}
        <CopyText text={id} what="the portfolio id" />
      </Group>
      <PaperFacts asOf={portfolio.drift.as_of} taxRulesOf={id} />
      <Group ml="auto" gap="sm" data-screen-only>
        <PrintButton name={`portfolio-${id}`} />
        <PortfolioActionButton portfolio={portfolio} name="edit" />
        <PortfolioActionButton portfolio={portfolio} name="compare" />
        <PortfolioActionButton portfolio={portfolio} name="test" />
        <PortfolioMenu portfolio={portfolio} />
        <PortfolioActionButton
          portfolio={portfolio}
          name="plan"
          isMain
          variant={rebalanceUnderWay(portfolio) === undefined ? 'filled' : 'default'}
        />
      </Group>
    </PageHeader>
  );
}

const RECEIVABLE =
  'Dividends that have gone ex but are not paid yet, net of withholding tax, at current exchange rates. They are part of the NAV, but not of weights, drift and plans, because they cannot be traded.';
const PORTFOLIO_DRIFT =
  '½ · Σ |weight − target| over all positions and cash: the share of the portfolio that would have to be traded.';

function PortfolioFacts({ portfolio }: { readonly portfolio: PortfolioView }) {
  const { currency, cash_row: cash, receivable, drift, breached } = portfolio;
  const band = formatBand(portfolio.band);
  const { furthest } = checkTrigger(driftRows(portfolio), watchedTrigger(portfolio));
  const invested = portfolio.holdings.reduce((sum, row) => sum + row.value, 0);
  return (
    <Facts framed note={<GainsTaxDue portfolioId={portfolio.portfolio_id} />}>
      <Fact label="Net asset value">
        <ExplainTooltip
          formula={`NAV = Σ quantity × mid price in ${currency} + cash + receivable = ${formatMoney(invested)} + ${formatMoney(cash.amount)} + ${formatMoney(receivable)}, at ${formatInstant(drift.as_of)} virtual UTC`}
        >
          {formatMoney(portfolio.total_value)}
        </ExplainTooltip>{' '}
        <small>{currency}</small>
        <DelistedValue portfolio={portfolio} />
      </Fact>
      {receivable !== 0 && (
        <Fact label="Receivable">
          <ExplainTooltip formula={RECEIVABLE}>{formatMoney(receivable)}</ExplainTooltip> <small>{currency}</small>
        </Fact>
      )}
      <Fact label="Cash">
        {formatMoney(cash.amount)}{' '}
        <small>
          {currency} · {formatPercent(cash.weight)}
          {portfolio.has_targets && `, target ${formatPercent(cash.target_weight)}`}
        </small>
        <UnsettledCash portfolio={portfolio} />
      </Fact>
      {portfolio.has_targets && (
        <>
          <Fact label="Max drift">
            <Toned tone={breached ? 'warn' : 'inherit'}>
              <ExplainTooltip formula={MAX_DRIFT_HINT}>
                {signedPercent(furthest === null ? 0 : furthest.current - furthest.target)}
              </ExplainTooltip>{' '}
              <small>
                {furthest?.label}, {breached ? '! outside the band' : 'inside the band'}
              </small>
            </Toned>
          </Fact>
          <Fact label="Portfolio drift">
            <ExplainTooltip formula={PORTFOLIO_DRIFT}>{formatPercent(drift.portfolio_drift)}</ExplainTooltip>
          </Fact>
          <Fact label="Band">
            <ExplainTooltip
              formula={`A rebalance is due when a position is more than ${formatPercent(portfolio.band.threshold)} of the portfolio from its target.`}
            >
              <small>{band}</small>
            </ExplainTooltip>
          </Fact>
        </>
      )}
    </Facts>
  );
}

/** The part of the NAV in instruments that are no longer traded. */
function DelistedValue({ portfolio }: { readonly portfolio: PortfolioView }) {
  const value = delistedValue(portfolio, formatMoney);
  return (
    value !== null && (
      <div>
        <small>{value}</small>
      </div>
    )
  );
}

/** The settled part of the cash, while trades are unsettled; with a link to those trades. */
function UnsettledCash({ portfolio }: { readonly portfolio: PortfolioView }) {
  const { settled, unsettled } = portfolio.cash_row;
  if (useSession().data?.settlement !== 'simulated') return null;
  const waiting = unsettled < 0 ? `${formatMoney(-unsettled)} to be paid` : `${formatMoney(unsettled)} to be received`;
  return (
    <div>
      <small>
        {formatMoney(settled)} settled
        {unsettled !== 0 && (
          <>
            , <Link to={paths.unsettled(portfolio.portfolio_id)}>{waiting}</Link>
          </>
        )}
      </small>
    </div>
  );
}

/** Only the list of all rebalances has dry runs. */
function RebalanceHistory({ portfolio }: { readonly portfolio: PortfolioView }) {
  const real = portfolio.rebalances.filter((row) => !row.simulation);
  const dryRuns = portfolio.rebalances.length - real.length;
  return (
    <Panel
      title="Rebalances of this portfolio"
      layoutKey="portfolio/rebalances"
      side={dryRuns > 0 && <Link to={paths.rebalances}>and {plural(dryRuns, 'dry run')}</Link>}
    >
      <RebalanceTable
        label="Rebalances of this portfolio"
        rebalances={real}
        withPortfolio={false}
        empty={
          <>
            <strong>This portfolio has never been rebalanced.</strong>
            Plan one with the button at the top right.
          </>
        }
      />
    </Panel>
  );
}
