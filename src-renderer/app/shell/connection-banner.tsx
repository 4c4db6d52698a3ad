/** Says that the service is gone and that what is on screen is old. The stream reconnects by itself. */
import { Loader } from '@mantine/core';
import { useConnection } from '../../state/connection-store.ts';
import classes from './app-shell.module.css';

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
