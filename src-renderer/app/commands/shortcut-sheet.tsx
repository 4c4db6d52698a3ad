/** The list of shortcuts: every command that has keys, by group, and the keys that parts of a screen handle themselves. */
import { Text } from '@mantine/core';
import { COMMANDS } from '../../components/commands/command-table.ts';
import classes from '../../components/commands/commands.module.css';
import { KeyCaps } from '../../components/commands/key-caps.tsx';
import { DialogFrame } from '../../components/layout/dialog-frame.tsx';

const LINES = [
  ...COMMANDS.flatMap(({ group, keys, title }) => (keys === undefined ? [] : [{ group, keys, title }])),
  ...[
    ['up down', 'From row to row of a table, from step to step of a trace'],
    ['enter', 'Open the row'],
    ['x', 'Select the row, where many can be; Shift with ↑ ↓ selects on, Ctrl or ⌘ with A all of them'],
    ['right left', 'Along the links and buttons of a row, and back to it'],
    ['left right', 'Collapse and expand a step of a trace'],
    ['pageup pagedown', 'Ten log entries back and on, on a timeline'],
    ['+ −', 'Zoom a chart or a timeline in and out; Shift with ← → moves it, and a price chart by the page keys, too'],
    ['0', 'All of a chart or a timeline; End goes to now in a price chart'],
    ['esc', 'Close the dialog or inspector; empty the filter'],
  ].map(([keys = '', title = '']) => ({ group: 'Where the focus is', keys, title })),
];

export function ShortcutSheet({ onClose }: { readonly onClose: () => void }) {
  return (
    <DialogFrame title="Keyboard shortcuts" size={760} closeLabel="Close the sheet" onClose={onClose}>
      <div className={classes.shortcutSheet}>
        {[...Map.groupBy(LINES, ({ group }) => group)].map(([group, lines]) => (
          <section key={group} aria-label={group}>
            <h2>{group}</h2>
            <dl>
              {lines.map(({ keys, title }) => (
                <div key={keys}>
                  <dt>{title}</dt>
                  <dd>
                    <KeyCaps keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Text c="dimmed" className={classes.shortcutFoot}>
        Keys in a row are pressed one after the other. None acts while you type in a field or a dialog is open.
      </Text>
    </DialogFrame>
  );
}
