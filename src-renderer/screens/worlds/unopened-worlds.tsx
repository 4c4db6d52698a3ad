/** Stored worlds that this server could not open: why, and how to remove their files (decision N3). */

import { Button } from '@mantine/core';
import type { WorldList } from '../../../src-server/contract/control/worlds/worlds.ts';
import { endWorld } from '../../api/worlds-api.ts';
import { Notice } from '../../components/feedback/notice.tsx';
import { ConfirmDialog } from '../../components/layout/confirm-dialog.tsx';
import { useAddressDialogs } from '../../components/layout/use-address-dialog.ts';
import { forgetWorld } from './forget-world.ts';

type Unopened = WorldList['unopened'][number];

export function UnopenedWorlds({ worlds }: { readonly worlds: readonly Unopened[] }) {
  const { open, of, show, close } = useAddressDialogs(['delete-files']);
  const removing = open === null ? undefined : worlds.find(({ name }) => name === of)?.name;
  return (
    <>
      {worlds.map(({ name, reason }) => (
        <Notice
          key={name}
          tone="warn"
          side={
            <Button variant="default" aria-label={`Delete files of ${name}`} onClick={() => show('delete-files', name)}>
              Delete files…
            </Button>
          }
        >
          <strong>The stored world {name} could not be opened.</strong> {reason}. Its files are unchanged. The server
          tries again at its next start.
        </Notice>
      ))}
      {removing !== undefined && (
        <ConfirmDialog
          title={`Delete the files of the world ${removing}?`}
          confirm="Yes, delete them"
          keep="Keep them"
          action={{
            doing: 'Deleting the files of the world',
            run: () => endWorld(removing),
            done: () => `The files of the world ${removing} are deleted.`,
            after: () => {
              forgetWorld(removing);
              close();
            },
          }}
          onClose={close}
        >
          This deletes its whole folder, with its log and snapshots. This cannot be undone.
        </ConfirmDialog>
      )}
    </>
  );
}
