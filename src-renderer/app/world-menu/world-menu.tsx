/** "World" in the status bar: back to how it was made, keep it as it is, go back to what was kept. */
import { Button, Menu } from '@mantine/core';
import { IconCameraPlus, IconChevronUp, IconHistory, IconRestore, IconWorld } from '@tabler/icons-react';
import { useOverlay } from '../../state/overlay-store.ts';
import { ResetDialog } from './reset-dialog.tsx';
import { SaveSnapshotDialog } from './save-snapshot-dialog.tsx';
import { SnapshotsDialog } from './snapshots-dialog.tsx';

export function WorldMenu() {
  const { open, show, close } = useOverlay();
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
            World
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconCameraPlus size={14} />} onClick={() => show('save-snapshot')}>
            Save a snapshot…
          </Menu.Item>
          <Menu.Item leftSection={<IconHistory size={14} />} onClick={() => show('snapshots')}>
            Snapshots…
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<IconRestore size={14} />} onClick={() => show('reset')}>
            Reset the world…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {open === 'reset' && <ResetDialog onClose={close} />}
      {open === 'save-snapshot' && <SaveSnapshotDialog onClose={close} />}
      {open === 'snapshots' && <SnapshotsDialog onClose={close} onSave={() => show('save-snapshot')} />}
    </>
  );
}
