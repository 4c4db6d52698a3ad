/** Name, kind and id of a portfolio, its one primary action, and the others beside it. */

import { Button, Tooltip } from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import { Link, useNavigate } from 'react-router';
import type { PortfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { APP_ACCOUNT } from '../../../api/service-calls.ts';
import { CopyText } from '../../../components/layout/copy-text.tsx';
import { whyNoPlan } from '../../../components/portfolios/why-no-plan.ts';
import { paths } from '../../../paths.ts';
import { PortfolioMenu } from './portfolio-menu.tsx';

export function PortfolioHeader({ portfolio }: { readonly portfolio: PortfolioView }) {
  return (
    <div className="page-header">
      <Link to={paths.portfolios} className="muted">
        Portfolios
      </Link>
      <h1>{portfolio.label}</h1>
      <span className="badge">Form {portfolio.form}</span>
      <span className="badge">{portfolio.wrapper}</span>
      {portfolio.tax_jurisdiction !== null && <span className="badge">{portfolio.tax_jurisdiction}</span>}
      {portfolio.default_tax_method !== null && <span className="badge">lots {portfolio.default_tax_method}</span>}
      {portfolio.account_id !== APP_ACCOUNT && <span className="badge">account {portfolio.account_id}</span>}
      <CopyText text={portfolio.portfolio_id} what="the portfolio id" />
      <div className="page-header-side">
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
      </div>
    </div>
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
