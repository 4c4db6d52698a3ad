/** The rows that the palette found, in groups. Shows which one Enter would choose; the pointer only moves that mark. */
import { Box } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { KeyCaps } from '../../components/commands/key-caps.tsx';
import classes from './palette.module.css';
import type { PaletteSection } from './palette-content.ts';
import type { PaletteEntry } from './rank-entries.ts';

interface PaletteListProps {
  readonly id: string;
  readonly sections: readonly PaletteSection[];
  /** Position among all rows. */
  readonly active: number;
  readonly optionId: (position: number) => string;
  readonly onActive: (position: number) => void;
  readonly onChoose: (entry: PaletteEntry) => void;
}

export function PaletteList({ id, sections, active, optionId, onActive, onChoose }: PaletteListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The heading of the first group belongs to its first row.
    if (active === 0) list.current?.scrollTo({ top: 0 });
    else document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' });
  }, [active, optionId]);
  const firsts = firstPositions(sections);
  return (
    <div ref={list} id={id} role="listbox" aria-label="Found" className={classes.paletteList} tabIndex={-1}>
      {sections.map(({ title, entries }, section) => (
        <fieldset key={title} aria-label={title}>
          <Box pt="sm" px="sm" pb={2} c="dimmed" fz="xs" aria-hidden>
            {title}
          </Box>
          {entries.map((entry, row) => {
            const position = (firsts[section] ?? 0) + row;
            return (
              <PaletteRow
                key={entry.id}
                id={optionId(position)}
                entry={entry}
                isActive={position === active}
                onActive={() => onActive(position)}
                onChoose={() => onChoose(entry)}
              />
            );
          })}
        </fieldset>
      ))}
    </div>
  );
}

interface PaletteRowProps {
  readonly id: string;
  readonly entry: PaletteEntry;
  readonly isActive: boolean;
  readonly onActive: () => void;
  readonly onChoose: () => void;
}

function PaletteRow({ id, entry, isActive, onActive, onChoose }: PaletteRowProps) {
  return (
    <button
      type="button"
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      className={classes.paletteRow}
      // Moving, not entering: a list that scrolls beneath a resting pointer chooses nothing.
      onMouseMove={onActive}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span className={classes.paletteTitle}>{entry.title}</span>
      <span className={classes.paletteDetail}>{entry.detail}</span>
      {entry.keys !== undefined && <KeyCaps keys={entry.keys} />}
    </button>
  );
}

/** The position of each group's first row among all rows. */
function firstPositions(sections: readonly PaletteSection[]): number[] {
  let next = 0;
  return sections.map(({ entries }) => {
    next += entries.length;
    return next - entries.length;
  });
}
