/** Copies the control plane request of a form as a shell command, or as a line of a test with `ballast/testing`. */
import { Button, Menu } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { useSession } from '../../api/world-api.ts';
import { usesFields } from '../forms/unread-field.ts';
import { type ControlCall, curlOfCall, testingOfCall } from './control-call.ts';

const CONFIRMATION_MS = 1_200;

/** `callOf` is called when something is copied. */
export function CopyCall({ callOf }: { readonly callOf: () => ControlCall }) {
  const clipboard = useClipboard({ timeout: CONFIRMATION_MS });
  const controlUrl = useSession().data?.control_url;
  if (controlUrl === undefined) return null;
  return (
    <Menu position="top-end" returnFocus transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <Button {...usesFields} variant="default" rightSection={<IconChevronDown size={12} aria-hidden />}>
          {clipboard.copied ? 'Copied' : 'Copy as'}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => clipboard.copy(curlOfCall(controlUrl, callOf()))}>
          curl: a command for a shell
        </Menu.Item>
        <Menu.Item onClick={() => clipboard.copy(testingOfCall(callOf()))}>ballast/testing: a line of a test</Menu.Item>
        <Menu.Label maw={320} style={{ whiteSpace: 'normal' }}>
          The command reads the admin token from $BALLAST_ADMIN_TOKEN. “ballast serve” prints the token of its world.
          The app does not show the token of its own world; the token of a fork is shown on the screen Worlds when the
          fork is made.
        </Menu.Label>
      </Menu.Dropdown>
    </Menu>
  );
}
