/** Every `${` of a text that is no reference: it would stay as it is, in silence. Pure. */
import { REFERENCE } from '../../contract/scenario/scenario-names.ts';
import { tailFault } from './shifted-instant.ts';

export interface UnreadableReference {
  /** Up to its closing brace. */
  readonly text: string;
  readonly issue: string;
}

/** `names`: what may be referred to; a reference that is nearly one of them is told with the right spelling. */
export function unreadableReferences(text: string, names: readonly string[]): UnreadableReference[] {
  const found: UnreadableReference[] = [];
  const read = new Set<number>();
  for (const match of text.matchAll(REFERENCE)) {
    read.add(match.index).add(match.index + (match[1] === undefined ? 1 : 0));
    const fault = match[1] === undefined ? null : tailFault(match[2] ?? '');
    if (fault !== null) found.push({ text: match[0], issue: `${match[0]}: ${fault}` });
  }
  for (const { index } of text.matchAll(/\$\{/g)) {
    if (!read.has(index)) found.push(unreadableAt(text, index, names));
  }
  return found;
}

const LONGEST_SHOWN = 60;

function unreadableAt(text: string, index: number, names: readonly string[]): UnreadableReference {
  const end = text.indexOf('}', index);
  const place = `at character ${index + 1}`;
  if (end === -1) return { text: text.slice(index, index + LONGEST_SHOWN), issue: `has a \${ ${place} without its }` };
  const whole = text.slice(index, Math.min(end + 1, index + LONGEST_SHOWN));
  const near = nearest(text.slice(index + 2, end), names);
  const hint = near === null ? `write \${name/path} with one of ${names.join(', ')}` : `write ${near}`;
  return { text: whole, issue: `has ${whole} ${place}, which is no reference: ${hint}, or $\${ for a plain \${` };
}

/** As other languages write it: `{ request.body.items[0] }` is `${request/body/items/0}`. */
function nearest(inside: string, names: readonly string[]): string | null {
  const path = inside
    .trim()
    .replaceAll(/\[['"]?([^\]'"]*)['"]?\]/g, '/$1')
    .replaceAll('.', '/');
  const [reference] = `\${${path}}`.matchAll(REFERENCE);
  const isWhole = reference !== undefined && reference[0].length === path.length + 3;
  return isWhole && reference[1] !== undefined && names.includes(reference[1]) ? reference[0] : null;
}
