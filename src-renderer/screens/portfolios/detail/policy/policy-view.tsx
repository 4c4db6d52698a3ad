/** The automatic rebalancing of a portfolio: the next event, past ones, and how to change it. */
import { Button, Group, Text } from '@mantine/core';
import type { PortfolioView } from '../../../../../src-server/contract/control/portfolios/portfolios.ts';
import { type Policy, removePolicy, useActivity, usePolicy } from '../../../../api/activity-api.ts';
import { useInstrumentsByIsin } from '../../../../api/market-api.ts';
import { ActionButton } from '../../../../components/feedback/action-button.tsx';
import { QueryBoundary } from '../../../../components/feedback/query-boundary.tsx';
import { formatCount } from '../../../../components/format/format-number.ts';
import { formatInstant } from '../../../../components/format/format-time.ts';
import { withSymbols } from '../../../../components/format/named-instruments.ts';
import { EmptyPanel } from '../../../../components/layout/empty-panel.tsx';
import { Fact, Facts } from '../../../../components/layout/facts.tsx';
import { LinkButton } from '../../../../components/layout/link-button.tsx';
import { NextStep } from '../../../../components/layout/next-step.tsx';
import { Panel } from '../../../../components/layout/panel.tsx';
import { useAddressDialog } from '../../../../components/layout/use-address-dialog.ts';
import { describeExecution, investsDeposits } from '../../../../components/policies/describe-policy.ts';
import { useShownPortfolio } from '../../../../components/portfolios/use-shown-portfolio.ts';
import { paginationOf } from '../../../../components/tables/table-column.ts';
import { TablePanel } from '../../../../components/tables/table-panel.tsx';
import { paths } from '../../../../paths.ts';
import { activityColumns } from '../activity/activity-columns.tsx';
import { PolicyDialog } from './policy-dialog.tsx';

export function PolicyView() {
  const portfolio = useShownPortfolio();
  const dialog = useAddressDialog('policy');
  if (portfolio.has_policy) return <PresentPolicy portfolio={portfolio} dialog={dialog} />;
  return (
    <>
      <EmptyPanel>
        <strong>This portfolio is rebalanced only by you and API clients.</strong>A policy rebalances it automatically:
        on dates, when it drifts, or after cash flows.
        <NextStep onClick={dialog.open}>Set a policy…</NextStep>
      </EmptyPanel>
      <PolicyHistory portfolio={portfolio} />
      {dialog.isOpen && <PolicyDialog portfolio={portfolio} policy={null} onClose={dialog.close} />}
    </>
  );
}

interface PresentPolicyProps {
  readonly portfolio: PortfolioView;
  readonly dialog: ReturnType<typeof useAddressDialog>;
}

function PresentPolicy({ portfolio, dialog }: PresentPolicyProps) {
  const { portfolio_id: id } = portfolio;
  const instruments = useInstrumentsByIsin();
  return (
    <QueryBoundary query={usePolicy(id)} doing="Loading the policy">
      {(policy) => (
        <>
          <Panel
            title="What happens next"
            layoutKey="portfolio/policy"
            side={
              <Group gap="xs">
                {portfolio.has_targets && (
                  <LinkButton size="xs" to={paths.newLabRun(id)}>
                    Test policies on this portfolio
                  </LinkButton>
                )}
                <Button size="xs" variant="default" onClick={dialog.open}>
                  Change the policy…
                </Button>
                <ActionButton
                  size="xs"
                  variant="default"
                  isOnce
                  action={{
                    doing: 'Removing the policy',
                    run: () => removePolicy(id),
                    done: () => 'The policy was removed. A rebalance already under way continues.',
                  }}
                >
                  Remove policy
                </ActionButton>
              </Group>
            }
          >
            <Text p="md" aria-live="polite">
              {withSymbols(policy.next, instruments)}{' '}
              <strong>{describeExecution({ form: portfolio.form, execute: policy.execute })}</strong>
            </Text>
          </Panel>
          <PolicyFacts policy={policy} />
          <PolicyHistory portfolio={portfolio} />
          {dialog.isOpen && <PolicyDialog portfolio={portfolio} policy={policy} onClose={dialog.close} />}
        </>
      )}
    </QueryBoundary>
  );
}

function PolicyFacts({ policy }: { readonly policy: Policy }) {
  const { triggered, skipped, last_triggered: last, last_skipped: skip, cooldown_until: until } = policy;
  return (
    <Facts framed>
      <Fact label={policy.execute ? 'Rebalanced' : 'Planned'}>{timesText(triggered, last?.at)}</Fact>
      <Fact label="Skipped">{timesText(skipped, skip?.at)}</Fact>
      <Fact label="Next date">
        <small>{policy.next_at === null ? 'none' : formatInstant(policy.next_at)}</small>
      </Fact>
      <Fact label="Cooldown until">
        <small>{until === null ? 'none now' : formatInstant(until)}</small>
      </Fact>
      <Fact label="Deposits" hint="Cash has no band of its own, so it never meets the condition “at a drift”.">
        <small>{investsDeposits(policy) ? 'invested after each cash flow' : 'in cash until the next rebalance'}</small>
      </Fact>
      <Fact label="Trades back to">
        <small>{policy.to === 'target' ? 'the targets' : 'the edge of the band'}</small>
      </Fact>
    </Facts>
  );
}

/** `Never`, `Once on 2026-04-01 07:30:00`, `12 times, last on …`. */
function timesText(count: number, lastAt: string | undefined) {
  if (count === 0 || lastAt === undefined) return 'Never';
  return (
    <>
      {count === 1 ? 'Once' : `${formatCount(count)} times,`}{' '}
      <small>
        {count === 1 ? 'on' : 'last on'} {formatInstant(lastAt)}
      </small>
    </>
  );
}

function PolicyHistory({ portfolio }: { readonly portfolio: PortfolioView }) {
  const { portfolio_id: id, currency } = portfolio;
  const instruments = useInstrumentsByIsin();
  const query = useActivity(id, 'policy', false);
  return (
    <QueryBoundary query={query} doing="Loading the activity of the policy">
      {(entries) => (
        <TablePanel
          title="Policy activity"
          layoutKey="portfolio/policy-history"
          columns={activityColumns(entries, currency, instruments).filter(({ id: column }) => SHOWN.has(column))}
          rows={entries}
          rowKey={({ seq }) => String(seq)}
          pagination={paginationOf(query, 'Load older entries')}
          empty={
            <>
              <strong>No activity yet.</strong>
              This list shows what the policy did and, when it did nothing, the reason.
            </>
          }
        />
      )}
    </QueryBoundary>
  );
}

const SHOWN: ReadonlySet<string> = new Set(['at', 'what', 'link']);
