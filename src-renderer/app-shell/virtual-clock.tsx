/** The readout of the virtual clock. Redraws alone, so that a ticking second costs nothing else. */
import { Tooltip } from '@mantine/core';
import { formatEpoch, weekday } from '../shared/format-time.ts';
import { useVirtualNow } from '../shared/virtual-now.ts';

export function VirtualClock() {
  const now = useVirtualNow();
  if (now === null) return <div className="clock-readout muted">clock …</div>;
  return (
    <Tooltip
      label="Virtual time of the simulated world. Prices, fills, sessions and retries follow it, not the wall clock."
      maw={280}
    >
      <div className="clock-readout">
        <span className="clock-label">virtual</span>
        <span className="nowrap">
          <time dateTime={new Date(now).toISOString()}>{formatEpoch(now)}</time>{' '}
          <span className="muted">UTC · {weekday(now)}</span>
        </span>
      </div>
    </Tooltip>
  );
}
