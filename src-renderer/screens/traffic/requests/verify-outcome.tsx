/** Whether the expected requests came; where they did not, which came closest and what was different about each. */

import { Link } from 'react-router';
import type { Verification } from '../../../../src-server/contract/control/world/journal.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { HttpStatus } from '../../../components/orders/http-status.tsx';
import { paths } from '../../../paths.ts';

interface VerifyOutcomeProps {
  readonly verification: Verification;
  /** Called when a link leads away from it. */
  readonly onLeave: () => void;
}

export function VerifyOutcome({ verification, onLeave }: VerifyOutcomeProps) {
  const { satisfied, explanation, request_ids: ids, near_misses: misses } = verification;
  return (
    <section className="verify-outcome" aria-label="Outcome">
      <Notice tone={satisfied ? 'ok' : 'fail'}>
        <strong>{satisfied ? 'It holds.' : 'It does not hold.'}</strong> {explanation}
        {ids.length > 0 && <Matches requestIds={ids} onLeave={onLeave} />}
      </Notice>
      {misses.length > 0 && (
        <>
          <h3>What came closest</h3>
          <ol>
            {misses.map((miss) => (
              <NearMiss key={miss.entry.request_id} miss={miss} onLeave={onLeave} />
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

const SHOWN_MATCHES = 3;

interface MatchesProps {
  readonly requestIds: readonly string[];
  readonly onLeave: () => void;
}

function Matches({ requestIds, onLeave }: MatchesProps) {
  const latest = requestIds.slice(-SHOWN_MATCHES).reverse();
  return (
    <div>
      The latest:{' '}
      {latest.map((id) => (
        <Link key={id} to={paths.request(id)} className="mono verify-match" onClick={onLeave}>
          {id}
        </Link>
      ))}
    </div>
  );
}

interface NearMissProps {
  readonly miss: Verification['near_misses'][number];
  readonly onLeave: () => void;
}

function NearMiss({ miss: { entry, differences, score }, onLeave }: NearMissProps) {
  return (
    <li>
      <HttpStatus status={entry.status} /> <strong>{entry.method}</strong>{' '}
      <Link to={paths.request(entry.request_id)} className="mono" onClick={onLeave}>
        {entry.path}
      </Link>{' '}
      <span className="muted">{Math.round(score * 100)} % of what was said holds</span>
      <ul>
        {differences.map((difference) => (
          <li key={difference}>{difference}</li>
        ))}
      </ul>
    </li>
  );
}
