/** The list of shortcuts: every command that has keys, by group, and the keys that parts of a screen handle themselves. */
import { Text } from '@mantine/core';
import { COMMANDS } from '../../components/commands/command-table.ts';
import classes from '../../components/commands/commands.module.css';
import { KeyCaps } from '../../components/commands/key-caps.tsx';
import { DialogFrame } from '../../components/layout/dialog-frame.tsx';

interface Line {
  readonly keys: string;
  readonly title: string;
}

/** Keys that a part of a screen handles itself while it has the focus. */
const KEYS_IN_PLACE: readonly Line[] = [
  { keys: 'up down', title: 'From row to row of a table, from step to step of a trace' },
  { keys: 'enter', title: 'Open the row' },
  { keys: 'right left', title: 'Along the links and buttons of a row, and back to it' },
  { keys: 'left right', title: 'Collapse and expand a step of a trace' },
  { keys: 'pageup pagedown', title: 'Ten events back and on, on a timeline' },
  {
    keys: '+ −',
    title: 'Fewer and more bars of a price chart; Shift with ← → and the page keys move it, End goes to now',
  },
  { keys: 'esc', title: 'Close the dialog or inspector; empty the filter' },
];

export function ShortcutSheet({ onClose }: { readonly onClose: () => void }) {
  return (
    <DialogFrame title="Keyboard shortcuts" size={760} closeLabel="Close the sheet" onClose={onClose}>
      <div className={classes.shortcutSheet}>
        {sections().map(([title, lines]) => (
          <section key={title} aria-label={title}>
            <h2>{title}</h2>
            <dl>
              {lines.map((line) => (
                <div key={line.keys}>
                  <dt>{line.title}</dt>
                  <dd>
                    <KeyCaps keys={line.keys} />
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

function sections(): [string, readonly Line[]][] {
  const byGroup = new Map<string, Line[]>();
  for (const { group, keys, title } of COMMANDS) {
    if (keys !== undefined) byGroup.set(group, [...(byGroup.get(group) ?? []), { keys, title }]);
  }
  return [...byGroup, ['Where the focus is', KEYS_IN_PLACE]];
}
