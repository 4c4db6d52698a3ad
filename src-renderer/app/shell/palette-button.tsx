/** Opens the command palette, for who does not know its key yet. */
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { keysOf } from '../../components/commands/key-caps.tsx';
import { useOverlay } from '../../state/overlay-store.ts';

export function PaletteButton() {
  const show = useOverlay((state) => state.show);
  const keys = keysOf('palette');
  return (
    <Tooltip label={`Find views, commands, portfolios, instruments and ids${keys.hint}`} maw={280}>
      <ActionIcon
        aria-label="Find anything"
        aria-haspopup="dialog"
        aria-keyshortcuts={keys.aria}
        onClick={() => show('palette')}
      >
        <IconSearch size={16} />
      </ActionIcon>
    </Tooltip>
  );
}
