/** Stored worlds that this server could not open: why, and how to remove their files (decision N3). */
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { WorldList } from '../../../src-server/contract/control/worlds/worlds.ts';
import { endWorld } from '../../api/worlds-api.ts';
import { Notice } from '../../components/feedback/notice.tsx';
import { ConfirmDialog } from '../../components/layout/confirm-dialog.tsx';

type Unopened = WorldList['unopened'][number];

export function UnopenedWorlds({ worlds }: { readonly worlds: readonly Unopened[] }) {
  const [removing, setRemoving] = useState<string | null>(null);
  return (
    <>
      {worlds.map(({ name, reason }) => (
        <Notice
          key={name}
          tone="warn"
          side={
            <Button variant="default" aria-label={`Delete files of ${name}`} onClick={() => setRemoving(name)}>
              Delete files…
            </Button>
          }
        >
          <strong>The stored world {name} could not be opened.</strong> {reason}. Its files are unchanged; a start of
          the server tries again.
        </Notice>
      ))}
      {removing !== null && (
        <ConfirmDialog
          title={`Delete the files of the world ${removing}?`}
          confirm="Yes, delete them"
          keep="Keep them"
          action={{
            doing: 'Deleting the files of the world',
            run: () => endWorld(removing),
            done: () => `The files of the world ${removing} are deleted.`,
            after: () => setRemoving(null),
          }}
          onClose={() => setRemoving(null)}
        >
          This deletes its whole folder, with its log and snapshots. This cannot be undone.
        </ConfirmDialog>
      )}
    </>
  );
}
