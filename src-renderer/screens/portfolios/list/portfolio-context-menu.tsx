/** The context menu of a row: the actions for this portfolio, each at its own address. */
import { Box, Menu } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Link } from 'react-router';
import type { PortfolioSummary } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { APP_ACCOUNT } from '../../../api/portfolios-api.ts';
import { paths } from '../../../paths.ts';

export interface RowMenu {
  readonly portfolio: PortfolioSummary;
  readonly x: number;
  readonly y: number;
}

export function PortfolioContextMenu({ portfolio, x, y, onClose }: RowMenu & { readonly onClose: () => void }) {
  const clipboard = useClipboard();
  const { portfolio_id: id, label } = portfolio;
  const isPlannable = portfolio.account_id === APP_ACCOUNT && (portfolio.form === 'A' || portfolio.has_targets);
  const open = paths.portfolio(id);
  return (
    <Menu opened onClose={onClose} position="bottom-start" transitionProps={{ duration: 0 }} returnFocus>
      <Menu.Target>
        <Box
          component="button"
          type="button"
          tabIndex={-1}
          aria-label={`Actions for ${label}`}
          pos="fixed"
          left={x}
          top={y}
        />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item c="inherit" td="none" component={Link} to={open}>
          Open
        </Menu.Item>
        <Menu.Item c="inherit" td="none" component="a" href={open} target="_blank" rel="noreferrer">
          Open in a new tab
        </Menu.Item>
        {isPlannable && (
          <>
            <Menu.Divider />
            <Menu.Item c="inherit" td="none" component={Link} to={paths.plan(id)}>
              Plan a rebalance
            </Menu.Item>
            <Menu.Item c="inherit" td="none" component={Link} to={paths.comparePlans(id)}>
              Compare plans
            </Menu.Item>
          </>
        )}
        <Menu.Divider />
        <Menu.Item c="inherit" td="none" component={Link} to={paths.editPortfolio(id)}>
          Edit
        </Menu.Item>
        <Menu.Item c="inherit" td="none" component={Link} to={paths.portfolio(id, { dialog: 'rename' })}>
          Rename…
        </Menu.Item>
        <Menu.Item onClick={() => clipboard.copy(id)}>Copy the id</Menu.Item>
        <Menu.Divider />
        <Menu.Item c="fail" td="none" component={Link} to={paths.portfolio(id, { dialog: 'delete' })}>
          Delete…
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
