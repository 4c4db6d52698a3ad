/** How keys are written for people: `⌘` or `Ctrl`, arrows as arrows. */

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
export function keyNames(keys: string): string[] {
  return keys
    .split(' ')
    .map((key) => (key.startsWith('mod+') ? chord(key.slice('mod+'.length)) : (WRITTEN[key] ?? key)));
}

/** For `aria-keyshortcuts`, which knows chords and single keys, but no sequences. */
export function ariaKeys(keys: string): string | undefined {
  if (keys.includes(' ')) return undefined;
  if (keys.startsWith('mod+')) {
    return `${isApple() ? 'Meta' : 'Control'}+${keys.slice('mod+'.length).replace('shift', 'Shift').replace(/.$/, upper)}`;
  }
  return WRITTEN[keys] ?? keys;
}

export function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}

function chord(keys: string): string {
  const key = keys.replace('shift+', '').toUpperCase();
  const shift = keys.startsWith('shift+');
  return isApple() ? `${shift ? '⇧' : ''}⌘${key}` : `Ctrl+${shift ? 'Shift+' : ''}${key}`;
}

function upper(letter: string): string {
  return letter.toUpperCase();
}
