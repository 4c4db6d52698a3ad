/** Banners above every screen: the service is gone, its disk takes nothing, or its event log is broken. */
import { Loader } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { ClockWire } from '../../../src-server/contract/control/world/clock.ts';
import type { Fingerprint } from '../../../src-server/contract/control/world/session.ts';
import { useClock } from '../../api/clock-api.ts';
import { useFingerprint } from '../../api/world-api.ts';
import { formatCount } from '../../components/format/format-number.ts';
import { formatInstant } from '../../components/format/format-time.ts';
import { paths } from '../../paths.ts';
import { useConnection } from '../../state/connection-store.ts';
import classes from './app-shell.module.css';

export function StorageBanner() {
  const held = useClock().data?.held ?? null;
  const chain = useFingerprint().data?.chain;
  return (
    <>
      {held !== null && <HeldBanner held={held} />}
      {chain?.status === 'broken' && <BrokenChainBanner chain={chain} />}
    </>
  );
}

function HeldBanner({ held: { message, since } }: { readonly held: NonNullable<ClockWire['held']> }) {
  return (
    <div className={classes.banner} role="alert">
      <IconAlertTriangle size={14} aria-hidden />
      <span>
        <strong>The world stands still.</strong> {message} Since {formatInstant(since)} UTC (wall clock) no time passes
        and changes are refused. What you see can still be read, and the world goes on by itself once the disk can be
        written. <Link to={paths.settingsTab('data')}>Look at the data</Link>
      </span>
    </div>
  );
}

function BrokenChainBanner({ chain }: { readonly chain: Fingerprint['chain'] }) {
  const entry = chain.broken_at === null ? 'An entry' : `Entry ${formatCount(chain.broken_at)}`;
  return (
    <div className={classes.banner} role="alert">
      <IconAlertTriangle size={14} aria-hidden />
      <span>
        <strong>The event log is not what was written.</strong> {entry} does not follow from the one before it, so
        something else has changed the file. What this world shows may be wrong: go back to a snapshot, or reset the
        world.
      </span>
    </div>
  );
}

export function ConnectionBanner() {
  const isLost = useConnection((connection) => connection.state === 'lost');
  if (!isLost) return null;
  return (
    <div className={classes.banner} role="alert">
      <Loader size={14} color="currentColor" aria-hidden />
      <span>
        <strong>Connection lost.</strong> The Ballast service does not answer. What you see is the last known state;
        reconnecting by itself.
      </span>
    </div>
  );
}
