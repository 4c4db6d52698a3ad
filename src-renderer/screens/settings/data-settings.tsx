/**
 * Where the world is stored, its size and the data that makes it reproducible; and the buttons that reset or restore
 * it, which ask first.
 */

import { Button } from '@mantine/core';
import type { Storage } from '../../../src-server/contract/control/world/storage.ts';
import { useFingerprint, useSession, useStorage } from '../../api/world-api.ts';
import { QueryBoundary } from '../../components/feedback/query-boundary.tsx';
import { formatBytes, formatCount, plural } from '../../components/format/format-number.ts';
import { formatInstant } from '../../components/format/format-time.ts';
import { CopyText } from '../../components/layout/copy-text.tsx';
import { withRemark } from '../../components/layout/dimmed.tsx';
import { InspectorFacts } from '../../components/layout/inspector.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { useAddressDialogs, WORLD_DIALOGS } from '../../components/layout/use-address-dialog.ts';
import { Setting } from './setting.tsx';

export function DataSettings() {
  const storage = useStorage();
  const session = useSession();
  const fingerprint = useFingerprint();
  return (
    <>
      <QueryBoundary query={storage} doing="Loading the stored data">
        {(data) => <StorageFacts storage={data} />}
      </QueryBoundary>
      <QueryBoundary query={session} doing="Loading the session">
        {({ seed, version }) => (
          <Panel title="Determinism" side="the same seed, clock and requests give the same world" padded>
            <QueryBoundary query={fingerprint} doing="Loading the event log">
              {({ events, now, head }) => (
                <InspectorFacts
                  facts={{
                    Seed: seed,
                    Version: version,
                    'Event log': withRemark(
                      plural(events, 'entry', 'entries'),
                      `until ${formatInstant(now)} virtual UTC`,
                    ),
                    Chain: <CopyText text={head} what="the head of the event log" />,
                  }}
                />
              )}
            </QueryBoundary>
          </Panel>
        )}
      </QueryBoundary>
      <Restoring />
    </>
  );
}

function StorageFacts({ storage: { folder, world, journal, snapshots } }: { readonly storage: Storage }) {
  const bytes = journal.bytes === null ? '' : `, ${formatBytes(journal.bytes)}`;
  const bounds =
    journal.most_entries === 0
      ? 'off: requests are not stored'
      : `at most ${formatCount(journal.most_entries)} and ${formatBytes(journal.most_bytes)} of text; the oldest are deleted first`;
  return (
    <Panel title="Stored data" padded>
      <InspectorFacts
        facts={{
          'Data folder':
            folder === null ? (
              withRemark(
                'in memory',
                'in memory only: the data is lost when the server stops. To store it, start the server with a data folder.',
              )
            ) : (
              <CopyText text={folder} what="the data folder" />
            ),
          World: formatBytes(world.bytes),
          Journal:
            journal.entries === null
              ? withRemark(`cannot be read${bytes}`, journal.problem ?? bounds)
              : withRemark(`${plural(journal.entries, 'request')}${bytes}`, bounds),
          Snapshots: withRemark(formatCount(snapshots.saved), `${formatBytes(snapshots.bytes)} in total`),
        }}
      />
    </Panel>
  );
}

function Restoring() {
  const { show } = useAddressDialogs(WORLD_DIALOGS);
  return (
    <Panel title="Snapshots and reset">
      <Setting
        label="Snapshots"
        says="A snapshot is a named copy of the whole world, without the journal, that you can restore."
      >
        <Button variant="default" onClick={() => show('save-snapshot')}>
          Save a snapshot…
        </Button>
        <Button variant="default" onClick={() => show('snapshots')}>
          Snapshots…
        </Button>
      </Setting>
      <Setting
        label="Reset"
        says="A reset returns the world to its initial state, from the same seed. It keeps snapshots, recordings, scenarios, the default API key and all addresses. It deletes the request journal, all webhook deliveries and everything created or changed since: portfolios, rebalances with their compliance records, API keys, endpoints, settings and faults."
      >
        <Button variant="default" onClick={() => show('reset')}>
          Reset the world…
        </Button>
      </Setting>
    </Panel>
  );
}
