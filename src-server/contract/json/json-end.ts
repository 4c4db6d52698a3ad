/** How far a text is JSON (RFC 8259): `JSON.parse` does not always say where it gave up. Pure, and without recursion. */

const SPACE = /[ \t\r\n]*/y;
const TEXT = String.raw`"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"`;
const NUMBER = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?`;
const TOKEN = new RegExp(String.raw`[{}[\],:]|${TEXT}|${NUMBER}|true|false|null`, 'y');

/** What may come next; in front of `or`, what ends the list or object. */
type Wanted = 'value' | 'value or ]' | 'key' | 'key or }' | 'colon' | 'comma or end';

/** The offset of the first character that cannot be there; the length of the text where it ends too early. */
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

/** Opens and closes what the token opens and closes. `null`: it may not be there. */
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
