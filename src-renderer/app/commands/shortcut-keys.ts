/**
 * Determines which shortcut a pressed key begins or completes, and whether the focused element handles the key instead.
 */
import { isApple } from '../../components/commands/key-caps.tsx';

const ARE_TYPED_INTO = 'textarea, select, [contenteditable=""], [contenteditable="true"]';
const NOT_TYPED_INTO = new Set(['checkbox', 'radio', 'range', 'button', 'submit', 'reset', 'file', 'color']);
/** Elements that the space bar presses, switches, opens or scrolls. */
const TAKES_SPACE = 'a, button, input, summary, [tabindex]:not([tabindex="-1"])';
const IS_MODAL = '[aria-modal="true"]';

/** `n`, `space`, `?`, `mod+k`, `mod+shift+z`; null for a key that cannot be a shortcut. */
export function pressedKey(event: KeyboardEvent): string | null {
  // Some keyboards type `[` with AltGr, which systems report as Alt, or as Ctrl and Alt.
  const isWritten = event.getModifierState('AltGraph');
  if ((event.altKey && !isWritten) || event.isComposing || event.repeat) return null;
  // Caps Lock does not affect shortcuts; Shift makes it another key.
  const written = event.shiftKey ? event.key : event.key.toLowerCase();
  const key = written === ' ' ? 'space' : written;
  if (isWritten) return key;
  const isMod = isApple() ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
  if (isMod) return event.shiftKey ? `mod+shift+${key.toLowerCase()}` : `mod+${key}`;
  return event.ctrlKey || event.metaKey || key === 'Shift' ? null : key;
}

/** True if the focused element handles the key: a field, an open dialog or menu, a button under the space bar. */
export function isTaken(key: string, target: EventTarget | null): boolean {
  if (document.querySelector(IS_MODAL) !== null) return true;
  if (!(target instanceof Element)) return false;
  // A field undoes what was typed into it.
  if (key.startsWith('mod+')) return key.endsWith('+z') && isTypedInto(target);
  if (target.closest('[role="menu"]') !== null) return true;
  return isTypedInto(target) || (key === 'space' && target.closest(TAKES_SPACE) !== null);
}

function isTypedInto(target: Element): boolean {
  if (target instanceof HTMLInputElement) return !NOT_TYPED_INTO.has(target.type);
  return target.closest(ARE_TYPED_INTO) !== null;
}

interface FollowedKeys {
  /** The completed sequence; null for none. */
  readonly done: string | null;
  /** The pressed part of a longer sequence; null for none. */
  readonly prefix: string | null;
}

/** `prefix` is the part pressed before. A key that does not continue it may still begin, or be, another sequence. */
export function followKeys(sequences: readonly string[], prefix: string | null, key: string): FollowedKeys {
  const pressed = prefix === null ? key : `${prefix} ${key}`;
  if (sequences.includes(pressed)) return { done: pressed, prefix: null };
  if (sequences.some((sequence) => sequence.startsWith(`${pressed} `))) return { done: null, prefix: pressed };
  return prefix === null ? { done: null, prefix: null } : followKeys(sequences, null, key);
}
