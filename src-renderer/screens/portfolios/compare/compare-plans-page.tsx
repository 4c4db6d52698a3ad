/** The page that compares plans of a portfolio at one instant. The compared parameters are stored in the address. */
import { EmptyState, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import type { Comparison } from '../../../../src-server/contract/control/portfolios/compare.ts';
import type { PortfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { useInstrumentsByIsin } from '../../../api/market-api.ts';
import { useGains, usePortfolio } from '../../../api/portfolios-api.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { formatCostBps, formatMoney, formatPercent, plural } from '../../../components/format/format-number.ts';
import { Dimmed, DimmedLink } from '../../../components/layout/dimmed.tsx';
import { Page, PageHeader } from '../../../components/layout/page.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { useDebouncedUrl } from '../../../components/layout/use-debounced-url.ts';
import { taxBasis, taxSoFar } from '../../../components/orders/gains-tax-limits.ts';
import { GainsTaxNote } from '../../../components/orders/gains-tax-note.tsx';
import { symbolOf } from '../../../components/orders/order-columns.tsx';
import { PaperFacts, PaperSource, PaperTitle } from '../../../components/paper/paper-head.tsx';
import { PrintButton } from '../../../components/paper/print-button.tsx';
import {
  type Against,
  type Comparing,
  comparingIn,
  type Goal,
  MIN_COMPARED,
  searchOf,
  variantOf,
} from '../../../components/plan/comparison-state.ts';
import { DEFAULT_PARAMETERS } from '../../../components/plan/plan-parameters.ts';
import { startingTargets, weightsOf } from '../../../components/plan/target-weights-start.ts';
import { DelistedNotice, delistedRows } from '../../../components/portfolios/delisted.tsx';
import { UnderWayNotice } from '../../../components/portfolios/rebalance-under-way.tsx';
import { paths } from '../../../paths.ts';
import classes from './compare.module.css';
import { ComparisonTable } from './comparison-table.tsx';
import { Frontier, type FrontierProps } from './frontier.tsx';
import { GoalForm } from './goal-form.tsx';
import { type ComparedVariant, type GoalOutcome, isOfGoal, isTaxed } from './goal-plan.ts';
import { roundUpBps, startingSetA, startingSetB } from './starting-set.ts';
import { isOfCurve } from './tax-curve.ts';
import { useComparison, useUnlimitedPlan } from './use-comparison.ts';
import { UsePlan } from './use-plan.tsx';
import { useUnsettledFields } from './use-unsettled-fields.ts';

export function ComparePage() {
  const { portfolioId = '' } = useParams();
  const query = usePortfolio(portfolioId);
  return (
    <Page>
      <title>{`Compare plans ${query.data?.label ?? ''} · Ballast`}</title>
      {query.data === undefined && <h1 className={VisuallyHidden.classes.root}>Compare plans</h1>}
      <QueryBoundary query={query} doing="Loading the portfolio">
        {(portfolio) => (
          <>
            <ComparisonHeader portfolio={portfolio} />
            <UnderWayNotice portfolio={portfolio}>
              These plans start from the current holdings, after the fills so far of the rebalance under way.
            </UnderWayNotice>
            <Comparable portfolio={portfolio} />
            <PaperSource id={portfolioId} />
          </>
        )}
      </QueryBoundary>
    </Page>
  );
}

function ComparisonHeader({ portfolio: { portfolio_id: id, label } }: { readonly portfolio: PortfolioView }) {
  return (
    <PageHeader>
      <PaperTitle>Comparison of plans</PaperTitle>
      <Group gap="8px 16px" data-screen-only>
        <DimmedLink to={paths.portfolios}>Portfolios</DimmedLink>
        <Link to={paths.portfolio(id)}>{label}</Link>
      </Group>
      <h1 data-screen-only>Compare plans</h1>
      <h1 data-paper-only>{label}</h1>
      <PaperFacts taxRulesOf={id} />
      <Dimmed data-screen-only>Nothing is sent, and no quota is used.</Dimmed>
      <Group ml="auto" data-screen-only>
        <PrintButton name={`comparison-${id}`} />
      </Group>
    </PageHeader>
  );
}

/** The comparison, or the reason why there can be none. */
function Comparable({ portfolio }: { readonly portfolio: PortfolioView }) {
  if (delistedRows(portfolio).length > 0) return <DelistedNotice portfolio={portfolio} />;
  return startingTargets(portfolio).length > 0 ? <StartedComparison portfolio={portfolio} /> : NO_TARGETS;
}

const NO_TARGETS = (
  <Panel title="Plans">
    <EmptyState>
      <strong>No targets yet.</strong>A plan needs target weights. Set them when you plan a rebalance, or on the edit
      page.
    </EmptyState>
  </Panel>
);

/** The comparison in the address, by default one suggested by the cost of the plan without limits. */
function StartedComparison({ portfolio }: { readonly portfolio: PortfolioView }) {
  const [params] = useSearchParams();
  // As it was when the page was opened: from then on the page writes the address.
  const [named] = useState(() => comparingIn(params, portfolio.form));
  const present = named.variants[0] ?? variantOf(DEFAULT_PARAMETERS);
  const isStated = named.variants.length >= MIN_COMPARED;
  const start = useUnlimitedPlan(portfolio, isStated || portfolio.form === 'A' ? null : present);
  if (portfolio.form === 'A') {
    const variants = isStated ? named.variants : startingSetA(present, portfolio.default_tax_method);
    const targetWeights = present.targetWeights ?? weightsOf(startingTargets(portfolio));
    const aimed = variants.map((each) => ({ ...each, targetWeights }));
    return <PlanComparison portfolio={portfolio} initial={{ ...named, variants: aimed, goal: null }} />;
  }
  if (isStated) return <PlanComparison portfolio={portfolio} initial={named} />;
  return (
    <QueryBoundary query={start} doing="Making the plan without a budget">
      {(unlimited) => (
        <PlanComparison portfolio={portfolio} initial={{ ...named, variants: startingSetB(present, unlimited) }} />
      )}
    </QueryBoundary>
  );
}

function PlanComparison({ portfolio, initial }: { readonly portfolio: PortfolioView; readonly initial: Comparing }) {
  const [comparing, setComparing] = useState(initial);
  useDebouncedUrl(searchOf(comparing));
  const [isFrozen, setFrozen] = useState(false);
  const { query, curve, isSettling: isPlanning, settled, goalOutcome } = useComparison(portfolio, comparing, isFrozen);
  const { isUnsettled, whileUnsettled } = useUnsettledFields();
  const isSettling = isPlanning || isUnsettled;
  const { isUnsettled: isGoalChanged, whileUnsettled: whileChanged } = useUnsettledFields();
  const gains = useGains(portfolio.portfolio_id, '').data;
  const change = (part: Partial<Comparing>) => setComparing((before) => ({ ...before, ...part }));
  return (
    <>
      {portfolio.form === 'A' ? (
        <AimedWeights weights={comparing.variants[0]?.targetWeights ?? {}} />
      ) : (
        <GoalForm
          goal={comparing.goal}
          fullBps={query.data === undefined ? null : fullCostBps(query.data)}
          currency={portfolio.currency}
          isTaxed={query.data === undefined ? null : isTaxed(query.data)}
          taxSoFar={gains === undefined ? '' : taxSoFar(gains)}
          isSearching={comparing.goal !== null && (isPlanning || query.isPending)}
          onGoal={(goal) => change({ goal })}
          whileChanged={whileChanged}
        />
      )}
      <QueryBoundary query={query} doing="Comparing the plans">
        {(comparison) => (
          <Stack gap="md" miw={0} className={classes.compared} data-compared aria-busy={isSettling}>
            {goalOutcome !== null && (
              <GoalNotice {...{ portfolio, comparison, goalOutcome }} goal={settled.goal} isChanged={isGoalChanged} />
            )}
            <ComparisonTable
              {...{ portfolio, comparison, isSettling, isFrozen, whileUnsettled }}
              onFreeze={setFrozen}
              variants={comparing.variants}
              onVariants={(variants) => change({ variants })}
            />
            <GainsTaxNote portfolioId={portfolio.portfolio_id} scope="plan" />
            <Figure
              {...{ portfolio, goalOutcome }}
              comparison={{ ...comparison, variants: [...comparison.variants, ...(curve?.variants ?? [])] }}
              curveAsOf={curve?.as_of}
              against={comparing.against}
              onAgainst={(against) => change({ against })}
            />
          </Stack>
        )}
      </QueryBoundary>
    </>
  );
}

interface FigureProps extends Pick<FrontierProps, 'comparison' | 'curveAsOf'> {
  readonly portfolio: PortfolioView;
  readonly goalOutcome: GoalOutcome | null;
  readonly against: Against;
  readonly onAgainst: (against: Against) => void;
}

/** Form A cannot limit the cost, so its plans differ in tax. */
function Figure({ portfolio: { form }, comparison, curveAsOf, goalOutcome, against, onAgainst }: FigureProps) {
  const taxed = isTaxed(comparison);
  if (form === 'A') {
    const isFlat = comparison.variants.every((row) => row.tax_estimate === 0);
    return taxed && !isFlat && <Frontier {...{ comparison, curveAsOf }} found={null} against="tax" onAgainst={null} />;
  }
  return (
    <Frontier
      {...{ comparison, curveAsOf }}
      found={goalOutcome?.kind === 'found' ? goalOutcome.plan.name : null}
      against={taxed ? against : 'cost'}
      onAgainst={taxed ? onAgainst : null}
    />
  );
}

function AimedWeights({ weights }: { readonly weights: Readonly<Record<string, number>> }) {
  const instruments = useInstrumentsByIsin();
  const aims = Object.entries(weights).map(([isin, share]) => `${symbolOf(isin, instruments)} ${formatPercent(share)}`);
  return (
    <Text c="dimmed">
      All variants use the same target weights: {aims.join(', ')}. To use other weights, plan a single rebalance.
    </Text>
  );
}

/** The cost of the most expensive compared plan, which is the one without limits; null if nothing trades. */
function fullCostBps({ variants }: Comparison): number | null {
  const costs = variants.filter((row) => !isOfGoal(row) && !isOfCurve(row)).map((row) => row.costs.total_bps);
  const full = Math.max(...costs);
  return full > 0 ? roundUpBps(full) : null;
}

interface GoalNoticeProps {
  readonly portfolio: PortfolioView;
  readonly comparison: Comparison;
  readonly goal: Goal | null;
  readonly goalOutcome: GoalOutcome;
  /** Other limits have been entered since. */
  readonly isChanged: boolean;
}

function GoalNotice({ portfolio, comparison, goal, goalOutcome, isChanged }: GoalNoticeProps) {
  if (goalOutcome.kind === 'nothing_to_do') {
    return <Notice tone="ok">There is nothing to trade: every position is inside even the narrowest band.</Notice>;
  }
  if (goalOutcome.kind === 'nothing_affordable') {
    return (
      <Notice tone="warn">
        <strong>No trade within {limitsOf(goal, portfolio.currency)} moves the portfolio closer to its targets.</strong>{' '}
        Raise the limit, or see what the plans below cost. The constraints of the portfolio also apply.
        {isChanged && CHANGED_LIMITS}
      </Notice>
    );
  }
  const { result, parameters } = goalOutcome.plan;
  const { total, total_bps: bps } = result.costs;
  const { currency } = portfolio;
  return (
    <Notice
      tone="ok"
      side={<UsePlan {...{ portfolio, comparison, parameters, result }} what="the plan found" isPrimary />}
    >
      <strong>
        Found under {limitsOf(goal, currency)}: {formatCostBps(bps)} bps ({formatMoney(total)} {currency}),{' '}
        {plural(result.orders, 'order')}.
      </strong>{' '}
      {taxSentence(result, currency)}
      Portfolio drift falls from {formatPercent(comparison.portfolio_drift)} to{' '}
      {formatPercent(result.portfolio_drift_after)}, and max drift from {formatPercent(comparison.max_drift)} to{' '}
      {formatPercent(result.max_drift_after)}.{goalOutcome.isNarrowed && NARROWED}
      {isChanged && CHANGED_LIMITS}
    </Notice>
  );
}

/** `1.50 bps of cost and 2 000.00 EUR of gains tax`. */
function limitsOf(goal: Goal | null, currency: string): string {
  const { costBps = null, gainsTax = null } = goal ?? {};
  const limits = [
    ...(costBps === null ? [] : [`${costBps} bps of cost`]),
    ...(gainsTax === null ? [] : [`${formatMoney(gainsTax)} ${currency} of gains tax`]),
  ];
  return limits.join(' and ');
}

/** The tax is not part of the cost, and can be many times as much. */
function taxSentence({ sale_taxes: taxes }: ComparedVariant, currency: string): string {
  if (taxes.tax === 0) return `It causes no gains tax (${taxBasis(taxes)}). `;
  return `In addition to the cost, its sells cause an estimated gains tax of ${formatMoney(taxes.tax)} ${currency} (${taxBasis(taxes)}). `;
}

const CHANGED_LIMITS = (
  <Text component="div" fw={600} data-screen-only>
    You have entered other limits since. Find the plan again to see what they allow.
  </Text>
);

const NARROWED = (
  <Text component="div" c="dimmed">
    The portfolio is inside the band of variant A, so this plan uses the narrowest band: 1 % of each target, currency
    moves included.
  </Text>
);
