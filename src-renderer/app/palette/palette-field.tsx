/** The field of the palette: a combobox whose list is always open, and which alone ever has the focus. */
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';

interface PaletteFieldProps {
  readonly text: string;
  readonly listId: string;
  readonly activeId: string | undefined;
  readonly onType: (text: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

export function PaletteField({ text, listId, activeId, onType, onKeyDown }: PaletteFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  // At once: who knows the key goes on typing.
  useLayoutEffect(() => field.current?.focus(), []);
  return (
    <div className="palette-field">
      <IconSearch size={16} aria-hidden />
      <input
        ref={field}
        data-autofocus
        type="text"
        role="combobox"
        aria-label="Find anything"
        aria-autocomplete="list"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={activeId}
        placeholder="A view, a command, a portfolio, an ISIN, or a pasted id"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}
