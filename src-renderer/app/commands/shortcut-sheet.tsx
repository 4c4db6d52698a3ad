/** The list of shortcuts: every command that has keys, by group, and the keys that parts of a screen handle. */
import { Text } from '@mantine/core';
import { COMMANDS } from '../../components/commands/command-table.ts';
import classes from '../../components/commands/commands.module.css';
import { KeyCaps } from '../../components/commands/key-caps.tsx';
import { DialogFrame } from '../../components/layout/dialog-frame.tsx';

const LINES = [
  ...COMMANDS.flatMap(({ group, keys, title }) => (keys === undefined ? [] : [{ group, keys, title }])),
  ...[
    ['up down', 'Move between the rows of a table or the steps of a trace'],
    ['enter', 'Open the row'],
    [
      'x',
      'Select the row, in tables with selectable rows; Shift + ↑ ↓ extends the selection, Ctrl or ⌘ + A selects all rows',
    ],
    ['right left', 'Move through the links and buttons of a row, and back'],
    ['left right', 'Expand or collapse a step of a trace'],
    ['pageup pagedown', 'Move ten log entries back or forward on a timeline'],
    ['+ −', 'Zoom in or out of a chart or a timeline; Shift + ← →, or Page ↑ ↓ in a price chart, moves along it'],
    ['0', 'Reset the zoom of a chart or a timeline; End goes to the latest bar of a price chart'],
    ['esc', 'Close the dialog or inspector; clear the filter'],
  ].map(([keys = '', title = '']) => ({ group: 'In the focused element', keys, title })),
];

export function ShortcutSheet({ onClose }: { readonly onClose: () => void }) {
  return (
    <DialogFrame title="Keyboard shortcuts" size={760} closeLabel="Close the shortcuts" onClose={onClose}>
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
        Press the keys of a sequence one after another. Shortcuts are off while you type in a field or a dialog is open.
      </Text>
    </DialogFrame>
  );
}
