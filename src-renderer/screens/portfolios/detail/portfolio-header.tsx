/** Name, kind and id of a portfolio, its one primary action, and the others beside it. */

import { Badge, Button, Group, Text, Tooltip } from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import { Link, useNavigate } from 'react-router';
import type { PortfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { APP_ACCOUNT } from '../../../api/portfolios-api.ts';
import { CopyText } from '../../../components/layout/copy-text.tsx';
import { PageHeader } from '../../../components/layout/page.tsx';
import { whyNoPlan } from '../../../components/portfolios/why-no-plan.ts';
import { paths } from '../../../paths.ts';
import { PortfolioMenu } from './portfolio-menu.tsx';

export function PortfolioHeader({ portfolio }: { readonly portfolio: PortfolioView }) {
  return (
    <PageHeader>
      <Text component={Link} c="dimmed" to={paths.portfolios}>
        Portfolios
      </Text>
      <h1>{portfolio.label}</h1>
      <Badge>Form {portfolio.form}</Badge>
      <Badge>{portfolio.wrapper}</Badge>
      {portfolio.tax_jurisdiction !== null && <Badge>{portfolio.tax_jurisdiction}</Badge>}
      {portfolio.default_tax_method !== null && <Badge>lots {portfolio.default_tax_method}</Badge>}
      {portfolio.account_id !== APP_ACCOUNT && <Badge>account {portfolio.account_id}</Badge>}
      <CopyText text={portfolio.portfolio_id} what="the portfolio id" />
      <Group ml="auto" gap="sm">
        <Button component={Link} to={paths.editPortfolio(portfolio.portfolio_id)} variant="default">
          Edit
        </Button>
        {(portfolio.has_targets || portfolio.form === 'A') && (
          <Button component={Link} to={paths.comparePlans(portfolio.portfolio_id)} variant="default">
            Compare plans
          </Button>
        )}
        <PortfolioMenu portfolio={portfolio} />
        <PlanButton portfolio={portfolio} />
      </Group>
    </PageHeader>
  );
}

function PlanButton({ portfolio }: { readonly portfolio: PortfolioView }) {
  const navigate = useNavigate();
  const whyNot = whyNoPlan(portfolio);
  return (
    <Tooltip label={whyNot} disabled={whyNot === null} maw={320} events={{ hover: true, focus: true, touch: true }}>
      <Button
        leftSection={<IconScale size={14} />}
        aria-disabled={whyNot !== null}
        {...(whyNot === null ? {} : { 'data-disabled': true })}
        onClick={
          whyNot === null ? () => navigate(paths.plan(portfolio.portfolio_id)) : (event) => event.preventDefault()
        }
      >
        Plan a rebalance
      </Button>
    </Tooltip>
  );
}
