/** The button of an action of a portfolio. If it cannot be done, the button says why. */
import { Button } from '@mantine/core';
import { useNavigate } from 'react-router';
import type { PortfolioView } from '../../../src-server/contract/control/portfolios/portfolios.ts';
import { Hint } from '../layout/hint.tsx';
import { LinkButton } from '../layout/link-button.tsx';
import { PORTFOLIO_ACTIONS, type PortfolioAction, type PortfolioActionName } from './portfolio-actions.ts';

interface PortfolioActionButtonProps {
  readonly portfolio: PortfolioView;
  readonly name: PortfolioActionName;
  /** The main action of the page is a button that opens a dialog over it. */
  readonly isMain?: boolean;
  readonly variant?: 'filled' | 'default';
}

export function PortfolioActionButton({
  portfolio,
  name,
  isMain = false,
  variant = 'default',
}: PortfolioActionButtonProps) {
  const navigate = useNavigate();
  const { label, Icon, to, whyNot, hint }: PortfolioAction = PORTFOLIO_ACTIONS[name];
  const address = to(portfolio.portfolio_id);
  const reason = whyNot(portfolio);
  const sign = isMain && Icon && <Icon size={14} aria-hidden />;
  return (
    <Hint label={reason ?? hint} disabled={reason === null && hint === undefined} maw={320}>
      {reason !== null || isMain ? (
        <Button
          variant={variant}
          leftSection={sign}
          aria-disabled={reason !== null}
          data-disabled={reason !== null}
          onClick={() => reason === null && navigate(address)}
        >
          {label}
        </Button>
      ) : (
        <LinkButton to={address}>{label}</LinkButton>
      )}
    </Hint>
  );
}
