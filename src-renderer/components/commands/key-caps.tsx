/** Keys as people read them: caps in their order, the hint of a tooltip, and `aria-keyshortcuts`. */
import { Kbd } from '@mantine/core';
import { COMMANDS } from './command-table.ts';
import classes from './commands.module.css';

export function KeyCaps({ keys }: { readonly keys: string }) {
  return (
    <span className={classes.keyCaps}>
      {keyNames(keys).map((name) => (
        <Kbd key={name} size="xs">
          {name}
        </Kbd>
      ))}
    </span>
  );
}

/** The keys of a command as its button tells them. */
interface KeysOf {
  /** ` (n)`, which follows the label of a button; empty for a command without keys. */
  readonly hint: string;
  /** For `aria-keyshortcuts`. */
  readonly aria: string | undefined;
}

export function keysOf(commandId: string): KeysOf {
  const keys = COMMANDS.find(({ id }) => id === commandId)?.keys;
  return keys === undefined
    ? { hint: '', aria: undefined }
    : { hint: ` (${keyNames(keys).join(' ')})`, aria: ariaKeys(keys) };
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

/** Each key of a sequence, to be pressed one after the other; a chord (`mod+k`) is one. */
function keyNames(keys: string): string[] {
  return keys
    .split(' ')
    .map((key) => (key.startsWith('mod+') ? chord(key.slice('mod+'.length)) : (WRITTEN[key] ?? key)));
}

/** For `aria-keyshortcuts`, which knows chords and single keys, but no sequences. */
function ariaKeys(keys: string): string | undefined {
  if (keys.includes(' ')) return undefined;
  if (keys.startsWith('mod+')) {
    return `${isApple() ? 'Meta' : 'Control'}+${keys.slice('mod+'.length).replace('shift', 'Shift').replace(/.$/, upper)}`;
  }
  return WRITTEN[keys] ?? keys;
}

function chord(keys: string): string {
  const key = keys.replace('shift+', '').toUpperCase();
  const shift = keys.startsWith('shift+');
  return isApple() ? `${shift ? '⇧' : ''}⌘${key}` : `Ctrl+${shift ? 'Shift+' : ''}${key}`;
}

function upper(letter: string): string {
  return letter.toUpperCase();
}

export function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}
