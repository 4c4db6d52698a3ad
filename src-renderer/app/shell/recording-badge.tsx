/** Says in the top bar that what is done now is recorded, and how much it is so far; leads to where it is stopped. */
import { Tooltip, VisuallyHidden } from '@mantine/core';
import { Link } from 'react-router';
import { useRecordings } from '../../api/recordings-api.ts';
import { RecordingDot } from '../../components/feedback/recording-dot.tsx';
import { formatCount } from '../../components/format/format-number.ts';
import { paths } from '../../paths.ts';
import classes from './app-shell.module.css';

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
      <Link to={paths.recording(recordingId)} className={classes.recordingBadge}>
        <RecordingDot />
        <span className={classes.recordingWord}>recording</span>
        <strong>{formatCount(commands)}</strong>
        <VisuallyHidden> {words}</VisuallyHidden>
      </Link>
    </Tooltip>
  );
}
