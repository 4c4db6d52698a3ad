/** The sheet of shortcuts: every command that has keys, by group, and the keys that parts of a screen answer themselves. */

import { COMMANDS } from '../../components/commands/command-table.ts';
import { DialogFrame } from '../../components/layout/dialog-frame.tsx';
import { KeyCaps } from './key-caps.tsx';
import { KEYS_IN_PLACE } from './keys-in-place.ts';

interface Line {
  readonly keys: string;
  readonly title: string;
}

export function ShortcutSheet({ onClose }: { readonly onClose: () => void }) {
  return (
    <DialogFrame title="Keyboard shortcuts" size={760} closeLabel="Close the sheet" onClose={onClose}>
      <div className="shortcut-sheet">
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
      <p className="shortcut-foot muted">
        Keys in a row are pressed one after the other. None acts while you type in a field or a dialog is open.
      </p>
    </DialogFrame>
  );
}

function sections(): [string, Line[]][] {
  const byGroup = new Map<string, Line[]>();
  for (const { group, keys, title } of COMMANDS) {
    if (keys !== undefined) byGroup.set(group, [...(byGroup.get(group) ?? []), { keys, title }]);
  }
  return [...byGroup, ['Where the focus is', [...KEYS_IN_PLACE]]];
}
