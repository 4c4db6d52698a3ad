/** The views of one portfolio, each with an address of its own. */
import { NavLink } from 'react-router';

export function PortfolioViews({ portfolioId }: { readonly portfolioId: string }) {
  const at = `/portfolios/${portfolioId}`;
  return (
    <nav className="portfolio-views" aria-label="Views of the portfolio">
      <NavLink to={at} end>
        Overview
      </NavLink>
      <NavLink to={`${at}/lots`}>Lots</NavLink>
      <NavLink to={`${at}/gains`}>Realised gains</NavLink>
    </nav>
  );
}
