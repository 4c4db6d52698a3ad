/** The event that is looked at: when, what, of whom, the step behind it, and all that the log says of it. */
import type { HistoricalWorld } from '../../../../src-server/contract/control/world/history.ts';
import { formatCount } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { CopyText } from '../../../components/layout/copy-text.tsx';
import { Panel } from '../../../components/layout/panel.tsx';

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
      <div className="past-event">
        <div>
          <strong className={entry.failed ? 'fail' : undefined}>
            {entry.failed && <span aria-hidden>✕ </span>}
            {entry.type}
          </strong>{' '}
          <span>{entry.words}</span>
        </div>
        {entry.subject !== '' && <CopyText text={entry.subject} what="what it is about" />}
        {cause !== null && <div className="muted">Brought about by {cause}</div>}
        <details>
          <summary>All that the log says</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard. */}
          <pre className="mono" tabIndex={0}>
            {JSON.stringify(event.data, null, 2)}
          </pre>
        </details>
      </div>
    </Panel>
  );
}
