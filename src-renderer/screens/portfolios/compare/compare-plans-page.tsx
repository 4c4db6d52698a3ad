/** The page that compares plans of a portfolio at one instant. The address keeps what is compared. */

import { Box, Button, EmptyState, NumberInput, Text, VisuallyHidden } from '@mantine/core';
import { type FormEvent, lazy, Suspense, useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import type { Comparison } from '../../../../src-server/contract/control/portfolios/compare.ts';
import type { PortfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { useInstrumentsByIsin } from '../../../api/market-api.ts';
import { usePortfolio } from '../../../api/portfolios-api.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { formatCostBps, formatMoney, formatPercent, plural } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { Page, PageHeader } from '../../../components/layout/page.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { useDebouncedUrl } from '../../../components/layout/use-debounced-url.ts';
import { symbolOf } from '../../../components/orders/order-columns.tsx';
import { type Comparing, comparingIn, searchOf } from '../../../components/plan/comparison-state.ts';
import { startingTargets, weightsOf } from '../../../components/plan/target-weights-start.ts';
import { paths } from '../../../paths.ts';
import classes from './compare.module.css';
import { ComparisonTable, UsePlan } from './comparison-table.tsx';
import { comparedPoints } from './frontier-points.ts';
import { FrontierTable } from './frontier-table.tsx';
import { goalAnswer, goalCandidates } from './goal-plan.ts';
import { useComparison } from './use-comparison.ts';

export function ComparePage() {
  const { portfolioId = '' } = useParams();
  const read = usePortfolio(portfolioId);
  return (
    <Page>
      <title>{`Compare plans ${read.data?.label ?? ''} · Ballast`}</title>
      {read.data === undefined && <h1 className={VisuallyHidden.classes.root}>Compare plans</h1>}
      <QueryBoundary read={read} doing="Reading the portfolio">
        {(portfolio) => (
          <>
            <CompareHeader portfolio={portfolio} />
            {startingTargets(portfolio).length > 0 ? <PlanComparison portfolio={portfolio} /> : NO_TARGETS}
          </>
        )}
      </QueryBoundary>
    </Page>
  );
}

function CompareHeader({ portfolio }: { readonly portfolio: PortfolioView }) {
  return (
    <PageHeader>
      <Text component={Link} c="dimmed" to={paths.portfolios}>
        Portfolios
      </Text>
      <Link to={paths.portfolio(portfolio.portfolio_id)}>{portfolio.label}</Link>
      <h1>Compare plans</h1>
      <Text span c="dimmed">
        Nothing is sent, nothing is billed.
      </Text>
    </PageHeader>
  );
}

const NO_TARGETS = (
  <Panel title="Plans">
    <EmptyState>
      <strong>No targets yet.</strong>
      There is nothing to plan for. A Form A portfolio takes its targets from its plan; any other one has them on its
      edit page.
    </EmptyState>
  </Panel>
);

// It brings Recharts.
const FrontierChart = lazy(() => import('./frontier-chart.tsx').then((m) => ({ default: m.FrontierChart })));

function PlanComparison({ portfolio }: { readonly portfolio: PortfolioView }) {
  const [params] = useSearchParams();
  const [comparing, setComparing] = useState<Comparing>(() => startingComparison(params, portfolio));
  useDebouncedUrl(searchOf(comparing));
  const { read, isSettling, asked } = useComparison(portfolio, comparing);
  const change = (part: Partial<Comparing>) => setComparing((before) => ({ ...before, ...part }));
  return (
    <>
      {portfolio.form === 'A' ? (
        <AimedWeights weights={comparing.variants[0]?.targetWeights ?? {}} />
      ) : (
        <GoalForm goalBps={comparing.goalBps} onGoal={(goalBps) => change({ goalBps })} />
      )}
      <QueryBoundary read={read} doing="Comparing the plans">
        {(comparison) => (
          <div className={classes.compared} data-compared aria-busy={isSettling}>
            <GoalAnswerNotice portfolio={portfolio} asked={asked} comparison={comparison} />
            <ComparisonTable
              portfolio={portfolio}
              comparison={comparison}
              variants={comparing.variants}
              onVariants={(variants) => change({ variants })}
            />
            {portfolio.form === 'B' && <Frontier portfolio={portfolio} asked={asked} comparison={comparison} />}
          </div>
        )}
      </QueryBoundary>
    </>
  );
}

/** All variants of Form A have the same target weights: those of the address, else those that a plan begins with. */
function startingComparison(params: URLSearchParams, portfolio: PortfolioView): Comparing {
  const { variants, goalBps } = comparingIn(params, portfolio);
  if (portfolio.form === 'B') return { variants, goalBps };
  const targetWeights = variants[0]?.targetWeights ?? weightsOf(startingTargets(portfolio));
  return { variants: variants.map((each) => ({ ...each, targetWeights })), goalBps: null };
}

function AimedWeights({ weights }: { readonly weights: Readonly<Record<string, number>> }) {
  const instruments = useInstrumentsByIsin();
  const words = Object.entries(weights).map(
    ([isin, weight]) => `${symbolOf(isin, instruments)} ${formatPercent(weight)}`,
  );
  return (
    <Text c="dimmed">All variants aim at {words.join(', ')}. Other weights are set where a rebalance is planned.</Text>
  );
}

interface AnsweredProps {
  readonly portfolio: PortfolioView;
  readonly asked: Comparing;
  readonly comparison: Comparison;
}

function Frontier({ portfolio, asked, comparison }: AnsweredProps) {
  const answer = answerTo(asked, comparison);
  const found = answer?.kind === 'found' ? answer.plan.name : null;
  const points = comparedPoints(comparison, found);
  return (
    <Panel
      title="Cost against remaining drift"
      side={`planned ${formatInstant(comparison.as_of)} virtual UTC · ${portfolio.currency}`}
    >
      <div className={classes.frontier}>
        <Suspense fallback={<Box miw={0} mih={330} m={0} py="sm" px="md" />}>
          <FrontierChart points={points} />
        </Suspense>
        <FrontierTable points={points} />
      </div>
    </Panel>
  );
}

function answerTo({ goalBps, variants: [base] }: Comparing, comparison: Comparison) {
  if (goalBps === null || base === undefined) return null;
  return goalAnswer(goalCandidates(goalBps, base), comparison);
}

interface GoalFormProps {
  readonly goalBps: number | null;
  readonly onGoal: (goalBps: number | null) => void;
}

const USUAL_GOAL_BPS = 10;

/** Asks for the plan with the least drift under a cost. */
function GoalForm({ goalBps, onGoal }: GoalFormProps) {
  const [entered, setEntered] = useState<number | null>(goalBps ?? USUAL_GOAL_BPS);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (entered !== null) onGoal(entered);
  };
  return (
    <Panel title="Find a plan under a cost" padded>
      <form className={classes.goalForm} onSubmit={submit}>
        <NumberInput
          label="Cost at most (bps of the portfolio value)"
          min={0}
          max={10_000}
          decimalScale={2}
          w={290}
          value={entered ?? ''}
          onChange={(value) => setEntered(typeof value === 'number' ? value : null)}
        />
        <Button type="submit" disabled={entered === null}>
          Find the plan with the least drift
        </Button>
        {goalBps !== null && (
          <Button variant="default" onClick={() => onGoal(null)}>
            Clear
          </Button>
        )}
        <Text span c="dimmed">
          Commission, spread, market impact, FX and transaction taxes count as cost; gains tax does not.
        </Text>
      </form>
    </Panel>
  );
}

function GoalAnswerNotice({ portfolio, comparison, asked }: AnsweredProps) {
  const answer = answerTo(asked, comparison);
  if (answer === null) return null;
  if (answer.kind === 'nothing_to_do') {
    return <Notice tone="ok">Nothing is outside even the narrowest band: there is nothing to trade.</Notice>;
  }
  if (answer.kind === 'nothing_affordable') {
    return (
      <Notice tone="warn">
        <strong>No trade that brings the portfolio closer to its targets costs under {asked.goalBps} bps.</strong> Allow
        more, or look at what the plans below cost.
      </Notice>
    );
  }
  const { result, parameters } = answer.plan;
  const { total, total_bps: bps } = result.costs;
  return (
    <Notice
      tone="ok"
      side={<UsePlan portfolio={portfolio} parameters={parameters} what="the plan that was found" isPrimary />}
    >
      <strong>
        Found: {formatCostBps(bps)} bps ({formatMoney(total)} {portfolio.currency}), {plural(result.orders, 'order')}.
      </strong>{' '}
      Portfolio drift falls from {formatPercent(comparison.portfolio_drift)} to{' '}
      {formatPercent(result.portfolio_drift_after)}; the largest of a position from{' '}
      {formatPercent(comparison.max_drift)} to {formatPercent(result.max_drift_after)}.{answer.isNarrowed && NARROWED}
    </Notice>
  );
}

const NARROWED = (
  <Text component="div" c="dimmed">
    The portfolio is inside the band of variant A, so this plan takes the narrowest band: 1 % of each target, and drift
    from exchange rates counts.
  </Text>
);
