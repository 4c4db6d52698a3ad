/** The keys of a command as its button's tooltip tells them, so that they are learned where they are needed. */
import { COMMANDS } from './command-table.ts';
import { ariaKeys, keyNames } from './key-names.ts';

export interface KeysOf {
  /** ` (n)`, to be put behind what the button says; empty for a command without keys. */
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
