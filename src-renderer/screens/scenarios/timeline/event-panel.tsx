/** The event that is looked at: when, what, of whom, the step behind it, and all that the log says of it. */

import { Code, Text } from '@mantine/core';
import type { HistoricalWorld } from '../../../../src-server/contract/control/world/history.ts';
import { formatCount } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { CopyText } from '../../../components/layout/copy-text.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import classes from './timeline.module.css';

export function EventPanel({ then }: { readonly then: HistoricalWorld }) {
  const { entry, event, cause } = then;
  if (entry === null || event === null) return null;
  return (
    <Panel
      title={`Event ${formatCount(entry.seq)}`}
      side={
        <>
          <time dateTime={entry.at}>{formatInstant(entry.at)}</time> virtual UTC
        </>
      }
    >
      <div className={classes.pastEvent}>
        <div>
          <Text component="strong" fw="bold" c={entry.failed ? 'fail' : 'inherit'}>
            {entry.failed && <span aria-hidden>✕ </span>}
            {entry.type}
          </Text>{' '}
          <span>{entry.words}</span>
        </div>
        {entry.subject !== '' && <CopyText text={entry.subject} what="what it is about" />}
        {cause !== null && (
          <Text component="div" c="dimmed">
            Brought about by {cause}
          </Text>
        )}
        <details>
          <summary>All that the log says</summary>
          <Code block tabIndex={0}>
            {JSON.stringify(event.data, null, 2)}
          </Code>
        </details>
      </div>
    </Panel>
  );
}
