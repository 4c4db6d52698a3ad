/** What an address shows that leads nowhere. */

import { Link, useLocation } from 'react-router';
import { paths } from '../../paths.ts';

export function NoSuchPage() {
  const { pathname } = useLocation();
  return (
    <div className="page">
      <div className="panel blank">
        <h1>There is no page at this address.</h1>
        <span className="mono">{pathname}</span>
        <p>
          <Link to={paths.portfolios}>Go to the portfolios</Link>
        </p>
      </div>
    </div>
  );
}
