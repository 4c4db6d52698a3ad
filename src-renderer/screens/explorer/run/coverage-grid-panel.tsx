/**
 * The single faults that were tried, with their results: a table for requests, one for webhooks and one for exchanges.
 */
import { Tooltip } from '@mantine/core';
import { type MouseEvent, memo, useMemo, useState } from 'react';
import type { ExplorationCell } from '../../../api/runs/explorations-api.ts';
import { formatCount } from '../../../components/format/format-number.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import classes from '../explorer.module.css';
import {
  type CoverageCell,
  type CoverageRow,
  type CoverageTable,
  countStates,
  coverageTables,
  STATE_LABELS,
} from './coverage-grid.ts';
import { labelOfFault } from './fault-labels.ts';
import { idOfFinding } from './finding-entry.tsx';

const SIGNS: Readonly<Record<CoverageCell['state'], string>> = { waiting: '', sound: '✓', missed: '–', finding: '✕' };

export function CoverageGridPanel({ cells }: { readonly cells: readonly ExplorationCell[] }) {
  const tables = useMemo(() => coverageTables(cells), [cells]);
  return (
    <Panel title="Coverage" layoutKey="explorer/coverage" side="each single fault at each occurrence">
      {tables.length === 0 ? (
        <p className={classes.remark}>
          There are no single faults yet. The runs without faults determine which ones can be tried.
        </p>
      ) : (
        <>
          <Legend cells={cells} />
          {tables.map((table) => (
            <Grid key={table.title} table={table} />
          ))}
        </>
      )}
    </Panel>
  );
}

function Legend({ cells }: { readonly cells: readonly ExplorationCell[] }) {
  return (
    <ul className={classes.legend} aria-label="Legend">
      {countStates(cells).map(([state, count]) => (
        <li key={state}>
          <span className={classes.cell} data-state={state} aria-hidden>
            {SIGNS[state]}
          </span>
          {STATE_LABELS[state]}: {formatCount(count)}
        </li>
      ))}
    </ul>
  );
}

interface Pointed {
  readonly target: HTMLElement;
  readonly text: string;
}

/** One tooltip for all of its cells, of which there may be thousands. */
function Grid({ table }: { readonly table: CoverageTable }) {
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const point = ({ target }: MouseEvent) => {
    const square = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-state]') : null;
    const text = square?.getAttribute('aria-label') ?? null;
    setPointed(square === null || text === null ? null : { target: square, text });
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
    <section className={classes.grid} aria-label={`Coverage: ${table.title}`} tabIndex={0}>
      {/* biome-ignore lint/a11y/useKeyWithMouseEvents: the names of rows and columns say the same. */}
      <table onMouseOver={point} onMouseLeave={() => setPointed(null)} aria-label={table.title}>
        <GridHead table={table} />
        <tbody>
          {table.rows.map((row) => (
            <GridRow key={row.target} row={row} />
          ))}
        </tbody>
      </table>
      {pointed !== null && <Tooltip target={pointed.target} label={pointed.text} maw={320} opened />}
    </section>
  );
}

function GridHead({ table: { title, faults } }: { readonly table: CoverageTable }) {
  return (
    <thead>
      <tr>
        <th scope="col">{title}</th>
        {faults.map((fault) => (
          <th key={fault} scope="col" title={fault}>
            <span>{labelOfFault(fault)}</span>
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** A cell with a finding opens it. */
function Cell({ state, description, finding }: Pick<CoverageCell, 'state' | 'description' | 'finding'>) {
  const square = { className: classes.cell, 'data-state': state, 'aria-label': description };
  if (finding === null)
    return (
      <span {...square} role="img">
        {SIGNS[state]}
      </span>
    );
  const id = idOfFinding(finding);
  const show = (event: MouseEvent) => {
    event.preventDefault();
    document.getElementById(id)?.focus();
  };
  return (
    <a {...square} href={`#${id}`} onClick={show}>
      {SIGNS[state]}
    </a>
  );
}

const GridRow = memo(
  function GridRow({ row: { target, entries } }: { readonly row: CoverageRow }) {
    return (
      <tr>
        <th scope="row">{target}</th>
        {entries.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: each belongs to its column.
          <td key={index}>
            {entry !== null && (
              <div className={classes.cells}>
                {entry.shown.map(({ key, ...cell }) => (
                  <Cell key={key} {...cell} />
                ))}
                {entry.more !== '' && <small>{entry.more}</small>}
              </div>
            )}
          </td>
        ))}
      </tr>
    );
  },
  (before, now) => JSON.stringify(before) === JSON.stringify(now),
);
