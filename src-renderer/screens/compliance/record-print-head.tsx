/** What stands above a printed record only: of which world it is, at which virtual time and after which event. */
import { Text } from '@mantine/core';
import { useClock } from '../../api/clock-api.ts';
import { useFingerprint } from '../../api/world-api.ts';
import { formatCount } from '../../components/format/format-number.ts';
import { formatInstant } from '../../components/format/format-time.ts';
import classes from './record-sheet.module.css';

export function RecordPrintHead() {
  const clock = useClock().data;
  const world = useFingerprint().data;
  return (
    <header className={classes.recordPrintHead}>
      <div>
        <strong>Ballast</strong>
        <span>MiFID II record of an order execution</span>
      </div>
      <dl>
        <div>
          <dt>Printed (virtual UTC)</dt>
          <dd>{clock === undefined ? 'not known' : formatInstant(clock.now)}</dd>
        </div>
        <div>
          <dt>World</dt>
          <dd>{world === undefined ? 'not known' : `seed ${world.seed}, ${formatCount(world.events)} events`}</dd>
        </div>
        <div>
          <dt>Chain head</dt>
          <Text component="dd" ff="monospace" fz="xs">
            {world?.head ?? 'not known'}
          </Text>
        </div>
      </dl>
    </header>
  );
}
