/** Where the world is kept, what it takes up and what makes it repeatable; and the ways to put it back, which ask first. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Fingerprint, Session } from '../../../src-server/contract/control/world/session.ts';
import type { Storage } from '../../../src-server/contract/control/world/storage.ts';
import { useFingerprint, useSession, useStorage } from '../../api/world-api.ts';
import { QueryBoundary } from '../../components/feedback/query-boundary.tsx';
import { formatBytes, formatCount, plural } from '../../components/format/format-number.ts';
import { formatInstant } from '../../components/format/format-time.ts';
import { CopyText } from '../../components/layout/copy-text.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { useOverlay } from '../../state/overlay-store.ts';
import { Setting } from './setting.tsx';
import classes from './settings.module.css';

export function DataSettings() {
  const storage = useStorage();
  const session = useSession();
  const fingerprint = useFingerprint();
  return (
    <>
      <QueryBoundary read={storage} doing="Reading what is kept">
        {(data) => <Kept storage={data} />}
      </QueryBoundary>
      <QueryBoundary read={session} doing="Reading the session">
        {(data) => (
          <Panel title="What makes it repeatable" side="the same seed, clock and requests give the same world again">
            <QueryBoundary read={fingerprint} doing="Reading the event log">
              {(log) => <Repeatable session={data} fingerprint={log} />}
            </QueryBoundary>
          </Panel>
        )}
      </QueryBoundary>
      <Restoring />
    </>
  );
}

function Kept({ storage: { folder, world, journal, snapshots } }: { readonly storage: Storage }) {
  return (
    <Panel title="What is kept">
      <dl className={classes.settingFacts}>
        <Fact label="Data folder">
          {folder === null ? (
            <>
              in memory<small>gone when the server ends; --data keeps it</small>
            </>
          ) : (
            <CopyText text={folder} what="the data folder" />
          )}
        </Fact>
        <Fact label="World">{formatBytes(world.bytes)}</Fact>
        <Fact label="Journal">
          {plural(journal.entries, 'request')}
          {journal.bytes !== null && `, ${formatBytes(journal.bytes)}`}
          <small>
            {journal.most_entries === 0
              ? 'nothing is kept: --journal-rows is 0'
              : `at most ${formatCount(journal.most_entries)} and ${formatBytes(journal.most_bytes)} of text; the oldest go first`}
          </small>
        </Fact>
        <Fact label="Snapshots">
          {formatCount(snapshots.saved)}
          <small>{formatBytes(snapshots.bytes)} together</small>
        </Fact>
      </dl>
    </Panel>
  );
}

function Repeatable({ session, fingerprint }: { readonly session: Session; readonly fingerprint: Fingerprint }) {
  return (
    <dl className={classes.settingFacts}>
      <Fact label="Seed">{session.seed}</Fact>
      <Fact label="Version">{session.version}</Fact>
      <Fact label="Event log">
        {plural(fingerprint.events, 'event')}
        <small>until {formatInstant(fingerprint.now)} virtual UTC</small>
      </Fact>
      <Fact label="Chain">
        <CopyText text={fingerprint.head} what="the head of the event chain" />
      </Fact>
    </dl>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Restoring() {
  const show = useOverlay((state) => state.show);
  return (
    <Panel title="Keep it, or put it back">
      <Setting label="Snapshots" says="The whole world under a name, to come back to. A snapshot holds no journal.">
        <Button variant="default" onClick={() => show('save-snapshot')}>
          Save a snapshot…
        </Button>
        <Button variant="default" onClick={() => show('snapshots')}>
          Snapshots…
        </Button>
      </Setting>
      <Setting label="Reset" says="Back to how the world was made, from its seed. Snapshots stay; all else is lost.">
        <Button variant="default" onClick={() => show('reset')}>
          Reset the world…
        </Button>
      </Setting>
    </Panel>
  );
}
