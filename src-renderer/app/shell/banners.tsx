/** Banners above every screen: the service is gone, its disk takes nothing, or its event log is broken. */
import { Loader } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useClock } from '../../api/clock-api.ts';
import { useFingerprint } from '../../api/world-api.ts';
import { formatCount } from '../../components/format/format-number.ts';
import { formatInstant } from '../../components/format/format-time.ts';
import { paths } from '../../paths.ts';
import { useIsLost } from '../../state/connection-store.ts';
import classes from './app-shell.module.css';

export function Banners() {
  const isLost = useIsLost();
  const held = useClock().data?.held ?? null;
  const chain = useFingerprint().data?.chain;
  const entry = typeof chain?.broken_at === 'number' ? `Entry ${formatCount(chain.broken_at)}` : 'An entry';
  return (
    <>
      {isLost && (
        <Banner icon={<Loader size={14} color="currentColor" aria-hidden />}>
          <strong>Connection lost.</strong> The Ballast service does not answer. What was read before is still shown, as
          it was; nothing can be changed. The app reconnects by itself.
        </Banner>
      )}
      {held !== null && (
        <Banner>
          <strong>The world stands still.</strong> {held.message} Since {formatInstant(held.since)} UTC (wall clock) no
          time passes and changes are refused. What you see can still be read, and the world goes on by itself once the
          disk can be written. <Link to={paths.settingsTab('data')}>Look at the data</Link>
        </Banner>
      )}
      {chain?.status === 'broken' && (
        <Banner>
          <strong>The event log is not what was written.</strong> {entry} does not follow from the one before it, so
          something else has changed the file. What this world shows may be wrong: go back to a snapshot, or reset the
          world.
        </Banner>
      )}
      {chain?.status === 'not_latest' && (
        <Banner>
          <strong>The event log is not the latest.</strong> {formatCount(chain.written_events ?? 0)} entries were
          written when this world was last open, and they are not all here: the log beside its database was lost, or an
          older copy lies in its place. Go back to a backup or a snapshot, or reset the world.
        </Banner>
      )}
    </>
  );
}

const WARNING = <IconAlertTriangle size={14} aria-hidden />;

function Banner({ icon = WARNING, children }: { readonly icon?: ReactNode; readonly children: ReactNode }) {
  return (
    <div className={classes.banner} role="alert">
      {icon}
      <span>{children}</span>
    </div>
  );
}
