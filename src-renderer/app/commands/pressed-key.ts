/** The name of a pressed key as the command table writes it, and whether the keyboard is somebody else's just now. */
import { isApple } from '../../components/commands/key-names.ts';

const NAMES: Readonly<Record<string, string>> = { ' ': 'space' };
const ARE_TYPED_INTO = 'textarea, select, [contenteditable=""], [contenteditable="true"]';
const NOT_TYPED_INTO = new Set(['checkbox', 'radio', 'range', 'button', 'submit', 'reset', 'file', 'color']);
/** What has a meaning of its own for the space bar: it presses, switches, opens or scrolls. */
const TAKES_SPACE = 'a, button, input, summary, [tabindex]:not([tabindex="-1"])';
const IS_MODAL = '[aria-modal="true"]';

/** `n`, `space`, `?`, `mod+k`, `mod+shift+z`; null for a key that can be no shortcut. */
export function pressedKey(event: KeyboardEvent): string | null {
  // AltGr is how some keyboards write `[`; the systems tell it as Alt, or as Ctrl and Alt.
  const isWritten = event.getModifierState('AltGraph');
  if ((event.altKey && !isWritten) || event.isComposing || event.repeat) return null;
  // Caps lock changes no shortcut; Shift makes another key of one.
  const key = NAMES[event.key] ?? (event.shiftKey ? event.key : event.key.toLowerCase());
  if (isWritten) return key;
  const isMod = isApple() ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
  if (isMod) return event.shiftKey ? `mod+shift+${key.toLowerCase()}` : `mod+${key}`;
  return event.ctrlKey || event.metaKey ? null : key;
}

/** True where the key belongs to what has the focus: a field, an open dialog or menu, a button under the space bar. */
export function isTaken(key: string, target: EventTarget | null): boolean {
  if (document.querySelector(IS_MODAL) !== null) return true;
  if (!(target instanceof Element)) return false;
  // A field takes back what was typed into it.
  if (key.startsWith('mod+')) return key.endsWith('+z') && isTypedInto(target);
  if (target.closest('[role="menu"]') !== null) return true;
  return isTypedInto(target) || (key === 'space' && target.closest(TAKES_SPACE) !== null);
}

function isTypedInto(target: Element): boolean {
  if (target instanceof HTMLInputElement) return !NOT_TYPED_INTO.has(target.type);
  return target.closest(ARE_TYPED_INTO) !== null;
}
