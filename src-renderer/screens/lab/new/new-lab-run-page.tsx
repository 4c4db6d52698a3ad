/** The page that starts a lab run: with the portfolio of the address, or the first that has targets. */
import { useSearchParams } from 'react-router';
import { type Policy, usePolicy } from '../../../api/activity-api.ts';
import { useClock } from '../../../api/clock-api.ts';
import { usePortfolio, usePortfolios } from '../../../api/portfolios-api.ts';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { Dimmed, DimmedLink } from '../../../components/layout/dimmed.tsx';
import { EmptyPanel } from '../../../components/layout/empty-panel.tsx';
import { NextStep } from '../../../components/layout/next-step.tsx';
import { Page, PageHeader } from '../../../components/layout/page.tsx';
import { paths } from '../../../paths.ts';
import type { Choosable } from './lab-draft.ts';
import { LabRunForm } from './lab-run-form.tsx';

export function NewLabRunPage() {
  const [query] = useSearchParams();
  const portfolios = usePortfolios();
  return (
    <Page>
      <title>Compare policies · Ballast</title>
      <PageHeader>
        <DimmedLink to={paths.lab}>Lab</DimmedLink>
        <h1>Compare policies</h1>
        <Dimmed>All policies run on the same price paths. The world itself does not change.</Dimmed>
      </PageHeader>
      <QueryBoundary query={portfolios} doing="Loading the portfolios">
        {(list) => {
          const choosable = list.portfolios.filter(({ has_targets: hasTargets }) => hasTargets);
          const named = choosable.find(({ portfolio_id: id }) => id === query.get('portfolio'));
          const first = named ?? choosable[0];
          return first === undefined ? NO_TARGETS : <Prepared choosable={choosable} first={first.portfolio_id} />;
        }}
      </QueryBoundary>
    </Page>
  );
}

const NO_TARGETS = (
  <EmptyPanel>
    <strong>No portfolio has targets.</strong>
    Policies are compared by the drift they allow, so the portfolio needs target weights.
    <NextStep to={paths.newPortfolio()}>New portfolio</NextStep>
  </EmptyPanel>
);

interface PreparedProps {
  readonly choosable: readonly Choosable[];
  /** The initially chosen portfolio. */
  readonly first: string;
}

/** The form starts with the portfolio's policy, so that is read first. */
function Prepared({ choosable, first }: PreparedProps) {
  const clock = useClock();
  const portfolio = usePortfolio(first);
  return (
    <QueryBoundary query={clock} doing="Loading the clock">
      {({ now }) => (
        <QueryBoundary query={portfolio} doing="Loading the portfolio">
          {({ has_policy: hasPolicy }) => {
            const prepared = { choosable, first, now };
            return hasPolicy ? <WithOwnPolicy {...prepared} /> : <LabRunForm {...prepared} own={null} />;
          }}
        </QueryBoundary>
      )}
    </QueryBoundary>
  );
}

function WithOwnPolicy(prepared: PreparedProps & { readonly now: string }) {
  return (
    <QueryBoundary query={usePolicy(prepared.first)} doing="Loading the policy">
      {(own: Policy) => <LabRunForm {...prepared} own={own} />}
    </QueryBoundary>
  );
}
