/** Banners above every screen: the service is unreachable, its disk is full, or its event log is broken. */
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
  const clockStop = useClock().data?.held ?? null;
  const chain = useFingerprint().data?.chain;
  const entry = typeof chain?.broken_at === 'number' ? `Entry ${formatCount(chain.broken_at)}` : 'An entry';
  return (
    <>
      {isLost && (
        <Banner icon={<Loader size={14} color="currentColor" aria-hidden />}>
          <strong>Connection lost.</strong> The Ballast service does not respond. The app shows the data that it last
          loaded; you cannot change anything. It reconnects automatically.
        </Banner>
      )}
      {clockStop !== null && (
        <Banner>
          <strong>The world is stopped.</strong> {clockStop.message} Since {formatInstant(clockStop.since)} UTC (wall
          clock), virtual time has been stopped and changes are refused. You can still read everything, and the world
          resumes automatically once the disk can be written to.{' '}
          <Link to={paths.settingsTab('data')}>Open data settings</Link>
        </Banner>
      )}
      {chain?.status === 'broken' && (
        <Banner>
          <strong>The event log was changed outside Ballast.</strong> {entry} does not match the hash of the entry
          before it, so the file was changed by something other than Ballast. The data of this world may be wrong:
          restore a snapshot, or reset the world.
        </Banner>
      )}
      {chain?.status === 'not_latest' && (
        <Banner>
          <strong>The event log is incomplete.</strong> {formatCount(chain.written_events ?? 0)} entries had been
          written when this world was last open, and some of them are missing: the database’s write-ahead log was lost,
          or the database was replaced by an older copy. Restore a backup or a snapshot, or reset the world.
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
