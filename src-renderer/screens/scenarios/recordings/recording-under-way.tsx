/** A recording that goes on: since when, how much it is by now, and the button that ends it. */

import { Button, Text } from '@mantine/core';
import { IconPlayerStop } from '@tabler/icons-react';
import type { RecordingWire } from '../../../../src-server/contract/control/scenarios/recordings.ts';
import { stopRecording } from '../../../api/recordings-api.ts';
import { RecordingDot } from '../../../components/feedback/recording-dot.tsx';
import { useAction } from '../../../components/feedback/use-action.ts';
import { formatCount } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import classes from './recordings.module.css';

interface UnderWayProps {
  readonly recording: RecordingWire;
  readonly onStopped: (recordingId: string) => void;
}

export function UnderWay({ recording, onStopped }: UnderWayProps) {
  const { name, commands, started_at: startedAt, recording_id: id } = recording;
  const stop = useAction({
    doing: 'Stopping the recording',
    run: () => stopRecording(id),
    after: () => onStopped(id),
  });
  return (
    <section className={classes.recordingUnderWay} aria-label={`Recording ${name}`}>
      <RecordingDot />
      <div className={classes.recordingWords}>
        <strong>{name}</strong> is being recorded since {formatInstant(startedAt)} virtual UTC.
        <Text component="div" c="dimmed">
          Whatever is asked of the world is part of it, from here or by any client. Reads are not.
        </Text>
      </div>
      <Text span style={{ whiteSpace: 'nowrap' }} role="status">
        <strong>{formatCount(commands)}</strong> {commands === 1 ? 'request' : 'requests'}
      </Text>
      <Button
        leftSection={<IconPlayerStop size={14} aria-hidden />}
        loading={stop.isPending}
        onClick={() => stop.mutate(undefined)}
      >
        Stop recording
      </Button>
    </section>
  );
}
