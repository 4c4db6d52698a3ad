/** Keys in readable form: caps in order, the hint of a tooltip, and `aria-keyshortcuts`. */
import { Group, Kbd } from '@mantine/core';
import { COMMANDS } from './command-table.ts';
import classes from './commands.module.css';

export function KeyCaps({ keys }: { readonly keys: string }) {
  return (
    <Group component="span" className={classes.keyCaps} display="inline-flex" gap={3} flex="none" wrap="nowrap">
      {keyNames(keys).map((name) => (
        <Kbd key={name} size="xs">
          {name}
        </Kbd>
      ))}
    </Group>
  );
}

/**
 * The keys of a command for its button: for `aria-keyshortcuts`, and as ` (n)`, which follows the button's label. Empty
 * for a command without keys.
 */
export function keysOf(commandId: string) {
  const keys = COMMANDS.find(({ id }) => id === commandId)?.keys;
  if (keys === undefined) return { hint: '', aria: undefined };
  return { hint: ` (${keyNames(keys).join(' ')})`, aria: ariaKeys(keys) };
}

const WRITTEN: Readonly<Record<string, string>> = {
  space: 'Space',
  enter: 'Enter',
  esc: 'Esc',
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  pageup: 'Page\u00a0↑',
  pagedown: 'Page\u00a0↓',
};

/** The keys of a sequence, pressed one after the other; a chord (`mod+k`) counts as one. */
function keyNames(keys: string): string[] {
  return keys
    .split(' ')
    .map((key) => (key.startsWith('mod+') ? chord(key.slice('mod+'.length)) : (WRITTEN[key] ?? key)));
}

/** For `aria-keyshortcuts`, which allows chords and single keys, but no sequences. */
function ariaKeys(keys: string): string | undefined {
  if (keys.includes(' ')) return undefined;
  if (keys.startsWith('mod+')) {
    const rest = keys.slice('mod+'.length).replace('shift', 'Shift');
    return `${isApple() ? 'Meta' : 'Control'}+${rest.slice(0, -1)}${rest.slice(-1).toUpperCase()}`;
  }
  return WRITTEN[keys] ?? keys;
}

function chord(keys: string): string {
  const key = keys.replace('shift+', '').toUpperCase();
  const shift = keys.startsWith('shift+');
  return isApple() ? `${shift ? '⇧' : ''}⌘${key}` : `Ctrl+${shift ? 'Shift+' : ''}${key}`;
}

export function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}
