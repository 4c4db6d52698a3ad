/** What stands in place of an object that this world does not have: lost with a reset or restore, or never there. */
import { useLocation } from 'react-router';
import type { ApiError } from '../../api/api-error.ts';
import { NextStep } from '../layout/next-step.tsx';

interface GoneNoticeProps {
  readonly error: ApiError;
  /** Whether it was on screen a moment ago. */
  readonly wasThere: boolean;
}

export function NotFoundNotice({ error, wasThere }: GoneNoticeProps) {
  const { pathname } = useLocation();
  return (
    <div className="panel blank" role="alert">
      <strong>{wasThere ? 'This is not in this world any more.' : 'This is not in this world.'}</strong>
      {error.message} {wasThere ? 'A reset or a restored snapshot took it away.' : WHY}
      <NextStep to={listOf(pathname)}>Go back to the list</NextStep>
      <div className="muted">
        <span className="mono">{error.code}</span> · HTTP {error.status}
      </div>
    </div>
  );
}

/** Address of the screen that it would be in: `/portfolios/pf_…/plan` is in `/portfolios`. */
function listOf(pathname: string): string {
  const [, screen = '', view = ''] = pathname.split('/');
  if (screen !== 'traffic') return `/${screen}`;
  // A trace is of one thing; there is no list of them.
  return view === 'trace' ? '/traffic/requests' : `/traffic/${view}`;
}

const WHY = 'It may have gone with a reset or a restored snapshot, or the address is wrong.';
