/** The actions for a world of the list: fork it, compare it, download it, end it. */

import { Button, Group } from '@mantine/core';
import { Link } from 'react-router';
import { DEFAULT_WORLD } from '../../../src-server/contract/control/worlds/world-address.ts';
import type { CreatedWorld, HostedWorldWire } from '../../../src-server/contract/control/worlds/worlds.ts';
import { appOfWorld, endWorld, useWorlds, worldFile } from '../../api/worlds-api.ts';
import { plural } from '../../components/format/format-number.ts';
import { ConfirmDialog } from '../../components/layout/confirm-dialog.tsx';
import { useAddressDialogs } from '../../components/layout/use-address-dialog.ts';
import { paths } from '../../paths.ts';
import { ownWorld } from '../../state/own-world.ts';
import { forgetWorld } from './forget-world.ts';
import { NewWorldDialog } from './new-world-dialog.tsx';

interface WorldActionsProps {
  readonly world: HostedWorldWire;
  readonly onMade: (world: CreatedWorld) => void;
}

export function WorldActions({ world, onMade }: WorldActionsProps) {
  const { name } = world;
  const dialogs = useAddressDialogs(['fork', 'end']);
  const open = dialogs.of === name ? dialogs.open : null;
  const canStore = useWorlds().data?.can_store ?? false;
  const { close } = dialogs;
  const usual = { size: 'compact-xs', variant: 'default' } as const;
  return (
    <Group component="span" gap="xs" display="inline-flex" wrap="nowrap">
      {name !== ownWorld && (
        <Button
          {...usual}
          component={Link}
          to={paths.comparedWorlds(ownWorld, name)}
          aria-label={`Compare with ${name}`}
        >
          Compare
        </Button>
      )}
      <Button {...usual} aria-label={`Fork ${name}`} onClick={() => dialogs.show('fork', name)}>
        Fork…
      </Button>
      <Button {...usual} component="a" href={worldFile(name)} download aria-label={`Export ${name}`}>
        Export
      </Button>
      {name !== DEFAULT_WORLD && (
        <Button {...usual} c="fail" aria-label={`End ${name}`} onClick={() => dialogs.show('end', name)}>
          End…
        </Button>
      )}
      {open === 'fork' && (
        <NewWorldDialog
          forkOf={name}
          canStore={canStore}
          onMade={(made) => {
            close();
            onMade(made);
          }}
          onClose={close}
        />
      )}
      {open === 'end' && <EndWorld world={world} onClose={close} />}
    </Group>
  );
}

function EndWorld({ world, onClose }: { readonly world: HostedWorldWire; readonly onClose: () => void }) {
  const { name, events, stored } = world;
  const isShown = name === ownWorld;
  const ending = {
    doing: 'Ending the world',
    run: () => endWorld(name),
    done: () => `The world ${name} has ended.`,
    // The page of a deleted world has nothing to show.
    after: () => {
      forgetWorld(name);
      if (isShown) window.location.assign(appOfWorld(DEFAULT_WORLD));
      else onClose();
    },
  };
  return (
    <ConfirmDialog
      title={`End the world ${name}?`}
      confirm="Yes, end it"
      keep="Keep it"
      action={ending}
      onClose={onClose}
    >
      From now on, its clients get the error “not found”. Its log with {plural(events, 'entry', 'entries')}, its journal
      and its snapshots are lost{stored && ', also in the data folder'}. To keep a copy, export it first.
      {isShown && ' The app switches to the first world.'}
    </ConfirmDialog>
  );
}
