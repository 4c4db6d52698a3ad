/** The command palette: one field that finds every screen, command and entity of the world, by keyboard alone. */
import { Modal, Text } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ComponentProps, type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { KeyCaps } from '../../components/commands/key-caps.tsx';
import { formatCount } from '../../components/format/format-number.ts';
import { useFocusReturn } from '../../components/layout/use-focus-return.ts';
import { useRecentChoices } from '../../state/recent-choices-store.ts';
import { useCommand } from '../commands/use-command.ts';
import classes from './palette.module.css';
import { paletteContent } from './palette-content.ts';
import { LIST_ID, optionId, PaletteList } from './palette-list.tsx';
import type { PaletteEntry } from './rank-entries.ts';
import { usePaletteEntries } from './use-palette-entries.ts';

/** Rows that Page Up and Page Down skip. */
const PAGE = 8;

export function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const { entries, missing } = usePaletteEntries();
  const chosen = useRecentChoices((state) => state.chosen);
  const { sections, found } = useMemo(() => paletteContent(entries, typed, chosen), [entries, typed, chosen]);
  const choose = useChoice(onClose);
  const rows = sections.flatMap((section) =>
    section.entries.map((entry) => ({ key: `${section.title}/${entry.id}`, entry })),
  );
  // By key and not by position, because changes of the world may insert rows before it.
  const activeRow = rows.findIndex(({ key }) => key === activeKey);
  const at = Math.max(0, activeRow);
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
    <Modal.Root opened onClose={onClose} size={640} yOffset="10vh" classNames={{ body: classes.palette }}>
      <Modal.Overlay />
      <Modal.Content aria-label="Find anything">
        <Modal.Body>
          <PaletteField
            value={typed}
            aria-activedescendant={rows.length === 0 ? undefined : optionId(at)}
            onChange={(event) => type(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
          <PaletteList sections={sections} active={at} onActive={setActive} onChoose={choose} />
          <PaletteFoot typed={typed.trim()} shown={rows.length} found={found} missing={missing} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** Returns the focus before the action, so that a dialog that it opens returns the focus to the same place. */
function useChoice(onClose: () => void): (entry: PaletteEntry | undefined) => void {
  const run = useCommand();
  const giveFocusBack = useFocusReturn();
  return (entry) => {
    if (entry === undefined) return;
    useRecentChoices.getState().choose(entry.id);
    onClose();
    giveFocusBack();
    run(entry.run);
  };
}

/** Null for other keys. Single steps wrap around at the ends. */
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

/** A combobox whose list is always open. Only the field is focusable. */
function PaletteField(props: ComponentProps<'input'>) {
  const field = useRef<HTMLInputElement>(null);
  // At once, because the user keeps typing.
  useLayoutEffect(() => field.current?.focus(), []);
  return (
    <div className={classes.paletteField}>
      <IconSearch size={16} aria-hidden />
      <input
        ref={field}
        data-autofocus
        type="text"
        role="combobox"
        aria-label="Find anything"
        aria-autocomplete="list"
        aria-expanded
        aria-controls={LIST_ID}
        placeholder="Find a view, command, portfolio or ISIN, or paste an id"
        autoComplete="off"
        spellCheck={false}
        {...props}
      />
    </div>
  );
}

interface PaletteFootProps {
  readonly typed: string;
  readonly shown: number;
  readonly found: number;
  /** A sentence; null if nothing is missing. */
  readonly missing: string | null;
}

const KEYS = [
  ['up down', 'choose'],
  ['enter', 'open'],
  ['esc', 'close'],
] as const;

/** Shows the keys, the number of entries, and errors of reads. */
function PaletteFoot({ typed, shown, found, missing }: PaletteFootProps) {
  return (
    <>
      {found === 0 && (
        <div className={classes.paletteNothing} data-nothing>
          <strong>Nothing matches “{typed}”.</strong>
          <Text component="div" c="dimmed">
            You can search for portfolios by name or id, scenarios by name, file or tag, and instruments by name, symbol
            or ISIN. The id of a request (rq_), rebalance (rb_), order (or_), fill (fl_), webhook event (ev_) or
            delivery (dl_) opens its trace.
          </Text>
        </div>
      )}
      {missing !== null && (
        <Text component="div" c="warn" className={classes.paletteMissing} role="status">
          {missing}
        </Text>
      )}
      <div className={classes.paletteFoot}>
        {KEYS.map(([keys, does]) => (
          <span key={keys}>
            <KeyCaps keys={keys} /> {does}
          </span>
        ))}
        <span className={classes.paletteCount} role="status">
          {formatFound(typed, shown, found)}
        </span>
      </div>
    </>
  );
}

function formatFound(typed: string, shown: number, found: number): string {
  if (typed === '') return 'Type to find portfolios, rebalances, instruments and ids';
  if (found > shown) return `best ${shown} of ${formatCount(found)} matches`;
  return found === 0 ? 'nothing found' : `${found} found`;
}
