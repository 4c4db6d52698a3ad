/** The views of one portfolio, each with an address of its own. */

import { NavLink } from 'react-router';
import { paths } from '../../../paths.ts';

export function PortfolioViews({ portfolioId }: { readonly portfolioId: string }) {
  return (
    <nav className="portfolio-views" aria-label="Views of the portfolio">
      <NavLink to={paths.portfolio(portfolioId)} end>
        Overview
      </NavLink>
      <NavLink to={paths.lots(portfolioId)}>Lots</NavLink>
      <NavLink to={paths.gains(portfolioId)}>Realised gains</NavLink>
    </nav>
  );
}
