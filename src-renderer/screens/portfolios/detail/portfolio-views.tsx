/** The views of one portfolio, each with an address of its own. */

import { NavLink } from 'react-router';
import { paths } from '../../../paths.ts';
import classes from './portfolio.module.css';

export function PortfolioViews({ portfolioId }: { readonly portfolioId: string }) {
  return (
    <nav className={classes.portfolioViews} aria-label="Views of the portfolio">
      <NavLink to={paths.portfolio(portfolioId)} end>
        Overview
      </NavLink>
      <NavLink to={paths.lots(portfolioId)}>Lots</NavLink>
      <NavLink to={paths.gains(portfolioId)}>Realised gains</NavLink>
    </nav>
  );
}
