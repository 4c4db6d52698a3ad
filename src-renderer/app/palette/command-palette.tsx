/** The command palette: one field that finds every view, command and thing of the world, by keyboard alone. Keeps no data. */
import { Modal } from '@mantine/core';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { useFocusReturn } from '../../components/layout/use-focus-return.ts';
import { useRecentChoices } from '../../state/recent-choices-store.ts';
import { useCommand } from '../commands/use-command.ts';
import { paletteContent } from './palette-content.ts';
import type { PaletteEntry } from './palette-entry.ts';
import { PaletteField } from './palette-field.tsx';
import { PaletteFoot } from './palette-foot.tsx';
import { PaletteList } from './palette-list.tsx';
import { usePaletteEntries } from './use-palette-entries.ts';
import './palette.css';

const LIST_ID = 'palette-list';
const optionId = (position: number) => `palette-option-${position}`;
/** Rows that Page Up and Page Down pass by. */
const PAGE = 8;

export function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const { sections, found, missing } = useContent(typed);
  const choose = useChoice(onClose);
  const rows = sections.flatMap(({ title, entries }) =>
    entries.map((entry) => ({ key: `${title}/${entry.id}`, entry })),
  );
  // By name: what the world does meanwhile may add rows before it, and Enter has to mean what was seen.
  const at = Math.max(
    0,
    rows.findIndex(({ key }) => key === activeKey),
  );
  const setActive = (position: number) => setActiveKey(rows[position]?.key ?? null);
  const type = (text: string) => {
    setTyped(text);
    setActiveKey(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isClosing = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
    const next = nextPosition(event.key, at, rows.length);
    if (event.nativeEvent.isComposing || !(isClosing || event.key === 'Enter' || next !== null)) return;
    event.preventDefault();
    if (isClosing) onClose();
    else if (next !== null) setActive(next);
    else choose(rows[at]?.entry);
  };
  return (
    <Modal.Root opened onClose={onClose} size={640} yOffset="10vh" classNames={{ body: 'palette' }}>
      <Modal.Overlay />
      <Modal.Content aria-label="Find anything">
        <Modal.Body>
          <PaletteField
            text={typed}
            listId={LIST_ID}
            activeId={rows.length === 0 ? undefined : optionId(at)}
            onType={type}
            onKeyDown={onKeyDown}
          />
          <PaletteList
            id={LIST_ID}
            sections={sections}
            active={at}
            optionId={optionId}
            onActive={setActive}
            onChoose={choose}
          />
          <PaletteFoot typed={typed} shown={rows.length} found={found} missing={missing} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function useContent(typed: string) {
  const { entries, missing } = usePaletteEntries();
  const chosen = useRecentChoices((state) => state.chosen);
  const content = useMemo(() => paletteContent(entries, typed, chosen), [entries, typed, chosen]);
  return { ...content, missing };
}

/** Gives the focus back before anything is done, so that a dialog that opens now gives it back to the same place. */
function useChoice(onClose: () => void): (entry: PaletteEntry | undefined) => void {
  const run = useCommand();
  const giveFocusBack = useFocusReturn();
  const remember = useRecentChoices((state) => state.choose);
  return (entry) => {
    if (entry === undefined) return;
    remember(entry.id);
    onClose();
    giveFocusBack();
    run(entry.does);
  };
}

/** Null for a key that moves nothing. The list is a ring for single steps only. */
function nextPosition(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count;
    case 'ArrowUp':
      return (at + count - 1) % count;
    case 'PageDown':
      return Math.min(at + PAGE, count - 1);
    case 'PageUp':
      return Math.max(at - PAGE, 0);
    default:
      return null;
  }
}
