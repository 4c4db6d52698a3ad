/**
 * The status bar: the service's address, the data that makes this world reproducible, running work, and the
 * documentation.
 */
import { Text } from '@mantine/core';
import { Link } from 'react-router';
import { useWebhooks } from '../../api/webhooks-api.ts';
import { useFingerprint, useSession } from '../../api/world-api.ts';
import { plural } from '../../components/format/format-number.ts';
import { CopyText } from '../../components/layout/copy-text.tsx';
import { Dimmed } from '../../components/layout/dimmed.tsx';
import { ExplainTooltip } from '../../components/layout/explain-tooltip.tsx';
import { paths } from '../../paths.ts';
import { useConnection } from '../../state/connection-store.ts';
import { WorldMenu } from '../world-menu/world-menu.tsx';
import classes from './app-shell.module.css';

const KEY_TAIL = 2;
const INHERIT = { color: 'inherit' };
const CONNECTIONS = { connecting: 'connecting …', connected: 'live', lost: 'disconnected' };

export function StatusBar() {
  const session = useSession().data;
  const { head, events } = useFingerprint().data ?? {};
  const connection = CONNECTIONS[useConnection(({ state }) => state)];
  return (
    <footer className={classes.statusBar}>
      <WorldMenu />
      {session !== undefined && (
        <>
          <CopyText text={session.base_url} what="the base URL" />
          <span>
            key <CopyText text={session.api_key} what="the API key" shown={`••••${session.api_key.slice(-KEY_TAIL)}`} />
          </span>
          <span>
            <ExplainTooltip formula="The same seed, clock and requests always give the same world">
              seed {session.seed}
            </ExplainTooltip>
          </span>
        </>
      )}
      {head !== undefined && events !== undefined && (
        <>
          <span>
            head <CopyText text={head} what="the head of the event log" shown={`${head.slice(0, 8)}…`} />
          </span>
          <Link to={paths.timeline} title="Show the event log of this world on a timeline" style={INHERIT}>
            {plural(events, 'log entry', 'log entries')}
          </Link>
        </>
      )}
      <PendingDeliveries />
      <a href="/docs" target="_blank" rel="noreferrer" style={INHERIT}>
        Documentation
      </a>
      <a href="/docs/api" target="_blank" rel="noreferrer" style={INHERIT}>
        API documentation
      </a>
      <Dimmed style={{ marginLeft: 'auto' }}>
        {connection}
        {session !== undefined && ` · ${session.data === null ? 'in memory' : session.data} · v${session.version}`}
      </Dimmed>
    </footer>
  );
}

function PendingDeliveries() {
  const webhooks = useWebhooks().data?.webhooks;
  if (webhooks === undefined) return null;
  const pending = webhooks.reduce((sum, { waiting }) => sum + waiting, 0);
  const failing = webhooks.filter(({ status, failing_since: since }) => status === 'disabled' || since !== null).length;
  return (
    <Link to={paths.webhooks()} style={INHERIT}>
      {plural(pending, 'delivery', 'deliveries')} pending
      {failing > 0 && (
        <Text component="strong" fw="bold" c="fail">
          {' '}
          · {plural(failing, 'endpoint')} failing
        </Text>
      )}
    </Link>
  );
}
