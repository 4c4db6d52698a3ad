/** How far an advance of the clock has come, in virtual time and events. */
import { useClock } from '../client/queries.ts';
import { formatCount } from '../shared/format-number.ts';
import { formatInstant } from '../shared/format-time.ts';

export function AdvanceProgress() {
  const progress = useClock().data?.progress;
  if (progress === null || progress === undefined) return null;
  const from = Date.parse(progress.from);
  const done = (Date.parse(progress.now) - from) / Math.max(1, Date.parse(progress.to) - from);
  return (
    <div className="advance" role="status">
      <span className="nowrap">
        Advancing to <strong>{formatInstant(progress.to)} UTC</strong>
      </span>
      <progress value={done} max={1} aria-label="Progress of the advance" />
      <span className="muted nowrap">
        {formatInstant(progress.now)} · {formatCount(progress.events)} events
      </span>
    </div>
  );
}
