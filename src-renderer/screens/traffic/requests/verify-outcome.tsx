/** Whether the expected requests came; where they did not, which came closest and what was different about each. */

import { Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Verification } from '../../../../src-server/contract/control/world/journal.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { HttpStatus } from '../../../components/orders/http-status.tsx';
import { paths } from '../../../paths.ts';
import classes from '../traffic.module.css';

interface VerifyOutcomeProps {
  readonly verification: Verification;
  /** Called when a link leads away from it. */
  readonly onLeave: () => void;
}

export function VerifyOutcome({ verification, onLeave }: VerifyOutcomeProps) {
  const { satisfied, explanation, request_ids: ids, near_misses: misses } = verification;
  return (
    <section className={classes.verifyOutcome} aria-label="Outcome">
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
        <Text
          component={Link}
          ff="monospace"
          fz="xs"
          key={id}
          to={paths.request(id)}
          className={classes.verifyMatch}
          onClick={onLeave}
        >
          {id}
        </Text>
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
      <Text component={Link} ff="monospace" fz="xs" to={paths.request(entry.request_id)} onClick={onLeave}>
        {entry.path}
      </Text>{' '}
      <Text span c="dimmed">
        {Math.round(score * 100)} % of what was said holds
      </Text>
      <ul>
        {differences.map((difference) => (
          <li key={difference}>{difference}</li>
        ))}
      </ul>
    </li>
  );
}
