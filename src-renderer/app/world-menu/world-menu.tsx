/** "World" in the status bar: opens other worlds, resets this one, saves snapshots and restores them. */
import { Button, Menu } from '@mantine/core';
import {
  IconCameraPlus,
  IconChevronUp,
  IconHistory,
  IconPlanet,
  IconRestore,
  IconTimelineEvent,
  IconWorld,
} from '@tabler/icons-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { DEFAULT_WORLD } from '../../../src-server/contract/control/worlds/world-address.ts';
import { saveSnapshot } from '../../api/world-api.ts';
import { appOfWorld, useWorlds } from '../../api/worlds-api.ts';
import { Loaded } from '../../components/feedback/loaded.tsx';
import { formatInstant } from '../../components/format/format-time.ts';
import { fieldsOf } from '../../components/forms/fields.tsx';
import { FormDialog } from '../../components/forms/form-dialog.tsx';
import { useServerForm } from '../../components/forms/use-server-form.ts';
import { loadWhileIdle } from '../../components/layout/load-while-idle.ts';
import { useAddressDialogs, WORLD_DIALOGS } from '../../components/layout/use-address-dialog.ts';
import { paths } from '../../paths.ts';
import { ownWorld } from '../../state/own-world.ts';
import { SNAPSHOT_NAME } from './snapshot-name.ts';
import { SnapshotsDialog } from './snapshots-dialog.tsx';

// The first screen does not wait for it.
const loadResetDialog = () => import('./reset-dialog.tsx').then((module) => module.ResetDialog);

export function WorldMenu() {
  const { open, show, close } = useAddressDialogs(WORLD_DIALOGS);
  useEffect(() => loadWhileIdle([loadResetDialog]), []);
  return (
    <>
      <Menu position="top-start" transitionProps={{ duration: 100 }} returnFocus>
        <Menu.Target>
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconWorld size={14} aria-hidden />}
            rightSection={<IconChevronUp size={12} aria-hidden />}
          >
            {ownWorld === DEFAULT_WORLD ? 'World' : `World: ${ownWorld}`}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <OtherWorlds />
          <Menu.Item leftSection={<IconCameraPlus size={14} />} onClick={() => show('save-snapshot')}>
            Save a snapshot…
          </Menu.Item>
          <Menu.Item leftSection={<IconHistory size={14} />} onClick={() => show('snapshots')}>
            Snapshots…
          </Menu.Item>
          <Menu.Item
            c="inherit"
            td="none"
            component={Link}
            to={paths.timeline}
            leftSection={<IconTimelineEvent size={14} />}
          >
            Timeline
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item color="fail" leftSection={<IconRestore size={14} />} onClick={() => show('reset')}>
            Reset the world…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {open === 'reset' && <Loaded load={loadResetDialog} onClose={close} />}
      {open === 'save-snapshot' && <SaveSnapshotDialog onClose={close} />}
      {open === 'snapshots' && <SnapshotsDialog onClose={close} onSave={() => show('save-snapshot')} />}
    </>
  );
}

/** Maximum number of worlds in the menu; the others are on their screen. */
const MAX_NAMED = 8;

/** Links to the other worlds of the service; each is shown in this app at its own address. */
function OtherWorlds() {
  const others = useWorlds().data?.worlds.filter(({ name }) => name !== ownWorld) ?? [];
  return (
    <>
      {others.slice(0, MAX_NAMED).map(({ name }) => (
        <Menu.Item
          key={name}
          c="inherit"
          td="none"
          component="a"
          href={appOfWorld(name)}
          leftSection={<IconWorld size={14} />}
        >
          Go to {name}
        </Menu.Item>
      ))}
      <Menu.Item c="inherit" td="none" component={Link} to={paths.worlds} leftSection={<IconPlanet size={14} />}>
        Worlds…
      </Menu.Item>
      <Menu.Divider />
    </>
  );
}

const { TextField, SwitchField } = fieldsOf<{ name: string; replace: boolean }>();

function SaveSnapshotDialog({ onClose }: { readonly onClose: () => void }) {
  const form = useServerForm({
    initial: { name: '', replace: false },
    send: ({ name, replace }) => saveSnapshot({ name: name.trim(), replace }),
    done: (snapshot) => `“${snapshot.name}” is saved, at ${formatInstant(snapshot.now)} virtual UTC.`,
    after: onClose,
  });
  return (
    <FormDialog
      form={form}
      title="Save a snapshot"
      size={480}
      submitLabel="Save snapshot"
      outcome="Saves the whole world as it is now, without changing it."
      canSend={form.values.name.trim() !== ''}
      onClose={onClose}
    >
      <TextField name="name" label="Name" {...SNAPSHOT_NAME} placeholder="before-the-crash" data-autofocus />
      <SwitchField name="replace" label="Replace an existing snapshot of this name" />
    </FormDialog>
  );
}
