/**
 * Finds the valid beginning of a JSON text (RFC 8259): `JSON.parse` does not always report where it failed. Pure, and
 * without recursion.
 */

const SPACE = /[ \t\r\n]*/y;
const TEXT = String.raw`"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"`;
const NUMBER = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?`;
const TOKEN = new RegExp(String.raw`[{}[\],:]|${TEXT}|${NUMBER}|true|false|null`, 'y');

/** The token that may come next; in names with `or`, the second part ends the list or object. */
type Wanted = 'value' | 'value or ]' | 'key' | 'key or }' | 'colon' | 'comma or end';

/** Returns the offset of the first unexpected character; the length of the text if it ends too early. */
export function jsonEndOf(text: string): number {
  const open: ('{' | '[')[] = [];
  let wanted: Wanted = 'value';
  let at = 0;
  for (;;) {
    SPACE.lastIndex = at;
    at += SPACE.exec(text)?.[0].length ?? 0;
    TOKEN.lastIndex = at;
    const [token = ''] = TOKEN.exec(text) ?? [];
    const next: Wanted | null = token === '' ? null : afterToken(token, wanted, open);
    if (next === null) return at;
    wanted = next;
    at += token.length;
  }
}

/** Updates the open lists and objects by a token. `null`: the token is unexpected. */
function afterToken(token: string, wanted: Wanted, open: ('{' | '[')[]): Wanted | null {
  switch (wanted) {
    case 'value or ]':
      return token === ']' ? closed(open) : afterToken(token, 'value', open);
    case 'value':
      if (token === '{' || token === '[') {
        open.push(token);
        return token === '{' ? 'key or }' : 'value or ]';
      }
      return /^[}\],:]$/.test(token) ? null : 'comma or end';
    case 'key or }':
      return token === '}' ? closed(open) : afterToken(token, 'key', open);
    case 'key':
      return token.startsWith('"') ? 'colon' : null;
    case 'colon':
      return token === ':' ? 'value' : null;
    case 'comma or end': {
      const inside = open.at(-1);
      if (token === ',' && inside !== undefined) return inside === '{' ? 'key' : 'value';
      return inside !== undefined && token === (inside === '{' ? '}' : ']') ? closed(open) : null;
    }
  }
}

function closed(open: ('{' | '[')[]): Wanted {
  open.pop();
  return 'comma or end';
}
