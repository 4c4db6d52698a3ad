/** Says in the top bar that what is done now is recorded, and how much it is so far; leads to where it is stopped. */

import { Tooltip } from '@mantine/core';
import { Link } from 'react-router';
import { useRecordings } from '../../api/recording-queries.ts';
import { formatCount } from '../../components/format/format-number.ts';
import { paths } from '../../paths.ts';
import './recording-badge.css';

export function RecordingBadge() {
  const underWay = useRecordings().data?.recordings.filter(({ status }) => status === 'recording') ?? [];
  // Where several go on, the latest is the one that somebody has in mind.
  const latest = underWay.at(-1);
  if (latest === undefined) return null;
  const { name, commands, recording_id: recordingId } = latest;
  const others = underWay.length > 1 ? ` ${underWay.length - 1} more is going on.` : '';
  const words = `${commands === 1 ? 'request' : 'requests'} recorded so far`;
  return (
    <Tooltip label={`“${name}” is being recorded: ${formatCount(commands)} ${words}.${others} Open it.`} maw={300}>
      <Link to={paths.recording(recordingId)} className="recording-badge">
        <span className="recording-dot" aria-hidden />
        <span className="recording-word">recording</span>
        <strong>{formatCount(commands)}</strong>
        <span className="sr-only"> {words}</span>
      </Link>
    </Tooltip>
  );
}
