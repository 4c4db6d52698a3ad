/** "World" in the status bar: back to how it was made, keep it as it is, go back to what was kept. */
import { Menu } from '@mantine/core';
import { IconCameraPlus, IconChevronUp, IconHistory, IconRestore, IconWorld } from '@tabler/icons-react';
import { useState } from 'react';
import { ResetDialog } from './reset-dialog.tsx';
import { SaveSnapshotDialog } from './save-snapshot-dialog.tsx';
import { SnapshotsDialog } from './snapshots-dialog.tsx';
import './world-menu.css';

type Open = 'reset' | 'save' | 'snapshots' | null;

export function WorldMenu() {
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Menu position="top-start" transitionProps={{ duration: 100 }} returnFocus>
        <Menu.Target>
          <button type="button" className="world-button">
            <IconWorld size={14} aria-hidden />
            World
            <IconChevronUp size={12} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconCameraPlus size={14} />} onClick={() => setOpen('save')}>
            Save a snapshot…
          </Menu.Item>
          <Menu.Item leftSection={<IconHistory size={14} />} onClick={() => setOpen('snapshots')}>
            Snapshots…
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<IconRestore size={14} />} onClick={() => setOpen('reset')}>
            Reset the world…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {open === 'reset' && <ResetDialog onClose={close} />}
      {open === 'save' && <SaveSnapshotDialog onClose={close} />}
      {open === 'snapshots' && <SnapshotsDialog onClose={close} onSave={() => setOpen('save')} />}
    </>
  );
}
