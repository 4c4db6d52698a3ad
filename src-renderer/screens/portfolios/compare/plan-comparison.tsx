/** The comparison of one portfolio: what is asked, kept in the address, and what the service answers. */

import { Box, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Comparison } from '../../../../src-server/contract/control/portfolios/compare.ts';
import type { PortfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { useInstrumentsByIsin } from '../../../api/market-api.ts';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { formatPercent } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { useDebouncedUrl } from '../../../components/layout/use-debounced-url.ts';
import { symbolOf } from '../../../components/orders/order-columns.tsx';
import { type Comparing, comparingIn, searchOf } from '../../../components/plan/comparison-state.ts';
import { startingTargets, weightsOf } from '../../../components/plan/target-weights-start.ts';
import classes from './compare.module.css';
import { ComparisonTable } from './comparison-table.tsx';
import { comparedPoints } from './frontier-points.ts';
import { FrontierTable } from './frontier-table.tsx';
import { GoalAnswerNotice } from './goal-answer-notice.tsx';
import { GoalForm } from './goal-form.tsx';
import { goalAnswer, goalCandidates } from './goal-plan.ts';
import { useComparison } from './use-comparison.ts';

// Recharts comes with it.
const FrontierChart = lazy(() => import('./frontier-chart.tsx').then((m) => ({ default: m.FrontierChart })));

export function PlanComparison({ portfolio }: { readonly portfolio: PortfolioView }) {
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
            <Goal portfolio={portfolio} asked={asked} comparison={comparison} />
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

/** All variants of Form A aim at the same weights: those of the plan from which one comes, else those its plan would begin with. */
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

function Goal({ portfolio, asked, comparison }: AnsweredProps) {
  const answer = answerTo(asked, comparison);
  if (answer === null || asked.goalBps === null) return null;
  return <GoalAnswerNotice portfolio={portfolio} comparison={comparison} answer={answer} goalBps={asked.goalBps} />;
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
