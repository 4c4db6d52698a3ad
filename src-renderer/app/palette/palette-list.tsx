/** The rows that the palette found, in groups. Shows which one Enter would choose; the pointer only moves that mark. */
import { Box } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { KeyCaps } from '../../components/commands/key-caps.tsx';
import classes from './palette.module.css';
import type { PaletteSection } from './palette-content.ts';
import type { PaletteEntry } from './rank-entries.ts';

export const LIST_ID = 'palette-list';
export const optionId = (position: number) => `palette-option-${position}`;

interface PaletteListProps {
  readonly sections: readonly PaletteSection[];
  /** Position among all rows. */
  readonly active: number;
  readonly onActive: (position: number) => void;
  readonly onChoose: (entry: PaletteEntry) => void;
}

export function PaletteList({ sections, active, onActive, onChoose }: PaletteListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The heading of the first group belongs to its first row.
    if (active === 0) list.current?.scrollTo({ top: 0 });
    else document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div ref={list} id={LIST_ID} role="listbox" aria-label="Results" className={classes.paletteList} tabIndex={-1}>
      {sections.map(({ title, entries }, section) => {
        const before = sections.slice(0, section).reduce((count, each) => count + each.entries.length, 0);
        return (
          <fieldset key={title} aria-label={title}>
            <Box pt="sm" px="sm" pb={2} c="dimmed" fz="xs" aria-hidden>
              {title}
            </Box>
            {entries.map((entry, row) => (
              <button
                key={entry.id}
                type="button"
                id={optionId(before + row)}
                role="option"
                aria-selected={before + row === active}
                tabIndex={-1}
                className={classes.paletteRow}
                // Mouse move, not mouse enter: a list that scrolls beneath a resting pointer chooses nothing.
                onMouseMove={() => onActive(before + row)}
                // The field keeps the focus.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onChoose(entry)}
              >
                <span className={classes.paletteTitle}>{entry.title}</span>
                <span className={classes.paletteDetail}>{entry.detail}</span>
                {entry.keys !== undefined && <KeyCaps keys={entry.keys} />}
              </button>
            ))}
          </fieldset>
        );
      })}
    </div>
  );
}
