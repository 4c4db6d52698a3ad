/** What was recorded: its facts, what could not be taken along, its text, and what can be done with it. */

import { Text } from '@mantine/core';
import type { RecordingWire } from '../../../../src-server/contract/control/scenarios/recordings.ts';
import { useRecordedScenario } from '../../../api/recordings-api.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { formatCount, plural } from '../../../components/format/format-number.ts';
import { CopyText } from '../../../components/layout/copy-text.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { CodeBlock } from '../../../components/webhooks/code-block.tsx';
import { formatEnd } from './format-recording.ts';
import { RecordingActions } from './recording-actions.tsx';
import { fileName, recordingNotes } from './recording-files.ts';
import classes from './recordings.module.css';

/** As much as a reader scrolls through; copies and files have all of it. */
const MOST_SHOWN = 100_000;

export function RecordingView({ recording }: { readonly recording: RecordingWire }) {
  const read = useRecordedScenario(recording.recording_id, fileName(recording.name));
  return (
    <QueryBoundary read={read} doing="Reading the recording">
      {(yaml) => (
        <>
          <Notes notes={recordingNotes(yaml)} />
          <Panel title={recording.name} side={<CopyText text={yaml} what="the scenario" shown="Copy" mono={false} />}>
            <RecordingActions recording={recording} />
            <Facts recording={recording} />
            <div className={classes.recordingText}>
              <CodeBlock text={yaml.slice(0, MOST_SHOWN)} none="It is empty." />
              {yaml.length > MOST_SHOWN && (
                <Text c="dimmed">
                  The first {formatCount(MOST_SHOWN)} of {formatCount(yaml.length)} characters. The file has all of it.
                </Text>
              )}
            </div>
          </Panel>
        </>
      )}
    </QueryBoundary>
  );
}

function Notes({ notes }: { readonly notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <Notice tone="warn">
      <strong>Not everything could be recorded as it was.</strong> Comments in the text say where.
      <ul className={classes.recordingNotes}>
        {[...new Set(notes)].map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </Notice>
  );
}

function Facts({ recording }: { readonly recording: RecordingWire }) {
  const { commands, events, head, needs_start: needsStart } = recording;
  return (
    <Text component="div" c="dimmed" className={classes.recordingFacts}>
      <span>{formatEnd(recording)}</span>
      <span>
        {plural(commands, 'request')} · {formatCount(events)} events
      </span>
      <span>{needsStart ? 'begins from a saved world, which belongs to it' : 'begins with the world'}</span>
      <span>
        Head <CopyText text={head} what="the head of its event log" shown={`${head.slice(0, 12)}…`} />
      </span>
    </Text>
  );
}
