/** The context menu of a row: the actions for this portfolio, each at its own address. */
import { Box, Menu } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Link } from 'react-router';
import type { PortfolioSummary } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { type PortfolioActionName, possibleActions } from '../../../components/portfolios/portfolio-actions.ts';
import { paths } from '../../../paths.ts';

export interface RowMenu {
  readonly portfolio: PortfolioSummary;
  readonly x: number;
  readonly y: number;
}

export function PortfolioContextMenu({ portfolio, x, y, onClose }: RowMenu & { readonly onClose: () => void }) {
  const clipboard = useClipboard();
  const { portfolio_id: id, label } = portfolio;
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
        <Menu.Divider />
        <ActionItems portfolio={portfolio} names={['plan', 'compare', 'test']} />
        <Menu.Divider />
        <ActionItems portfolio={portfolio} names={['edit', 'rename']} />
        <Menu.Item onClick={() => clipboard.copy(id)}>Copy the id</Menu.Item>
        <Menu.Divider />
        <ActionItems portfolio={portfolio} names={['delete']} />
      </Menu.Dropdown>
    </Menu>
  );
}

function ActionItems({
  portfolio,
  names,
}: Pick<RowMenu, 'portfolio'> & { readonly names: readonly PortfolioActionName[] }) {
  return possibleActions(portfolio, names).map(({ name, label, to }) => (
    <Menu.Item
      key={name}
      c={name === 'delete' ? 'fail' : 'inherit'}
      td="none"
      component={Link}
      to={to(portfolio.portfolio_id)}
    >
      {label}
    </Menu.Item>
  ));
}
