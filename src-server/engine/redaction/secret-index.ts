/**
 * Finds many secrets in a text at once, in a time that grows with the text, not with the number of secrets. A filter of
 * the first eight characters of every encoding excludes almost every position; a tree of the encodings decides the
 * rest. Secrets are added and removed one by one.
 */
import { soughtForms } from './text-forms.ts';

/** Shorter ones are not searched for: such words occur in texts by chance. */
const SHORTEST_SOUGHT = 8;

/** Called with the start and the end of each secret that is found. */
type Met = (start: number, end: number) => void;

/** Continuations: another branch, or the rest of the only encoding with this beginning. */
interface Branch {
  isEnd: boolean;
  readonly next: Map<number, Branch | string>;
}

/** Bits by which each character shifts those before it in a sum of eight, so that the ninth is shifted out. */
const SHIFT = 2;
/** Size of the filter for thousands of secrets, and for few: it then sums the last six characters. */
const MANY = 2 ** (SHIFT * SHORTEST_SOUGHT);
export const FEW = 2 ** 12;

let looked = 0;

/**
 * Returns the number of characters inspected since the process began: the cost of searches, independent of the machine.
 */
export function charactersLookedAt(): number {
  return looked;
}

export class SecretIndex {
  readonly #begins: Uint16Array;
  readonly #root: Branch = { isEnd: false, next: new Map() };
  /** Secrets, and the number of secrets for each encoding. */
  readonly #secrets = new Set<string>();
  readonly #spellings = new Map<string, number>();

  constructor(secrets: Iterable<string> = [], entries = MANY) {
    this.#begins = new Uint16Array(entries);
    for (const secret of secrets) this.add(secret);
  }

  get size(): number {
    return this.#secrets.size;
  }

  add(secret: string): void {
    if (this.#secrets.has(secret)) return;
    this.#secrets.add(secret);
    for (const variant of variantsOf(secret)) {
      const count = this.#spellings.get(variant) ?? 0;
      this.#spellings.set(variant, count + 1);
      if (count > 0) continue;
      this.#count(variant, 1);
      plant(this.#root, variant);
    }
  }

  delete(secret: string): void {
    if (!this.#secrets.delete(secret)) return;
    for (const variant of variantsOf(secret)) {
      const count = this.#spellings.get(variant) ?? 0;
      if (count > 1) this.#spellings.set(variant, count - 1);
      if (count !== 1) continue;
      this.#spellings.delete(variant);
      this.#count(variant, -1);
      fell(this.#root, variant);
    }
  }

  #count(variant: string, change: 1 | -1): void {
    const begin = beginOf(variant) & (this.#begins.length - 1);
    this.#begins[begin] = (this.#begins[begin] ?? 0) + change;
  }

  /** Replaces its secrets by these; those that it already has take almost no time. */
  become(secrets: readonly string[]): void {
    const wanted = new Set(secrets);
    for (const secret of this.#secrets) if (!wanted.has(secret)) this.delete(secret);
    for (const secret of wanted) this.add(secret);
  }

  /** Finds the longest secret at every position; `text` is in one of its forms (`text-forms.ts`). */
  find(text: string, met: Met): void {
    if (this.#spellings.size === 0) return;
    looked += text.length;
    const begins = this.#begins;
    const mask = begins.length - 1;
    let sum = 0;
    for (let index = 0; index < text.length; index += 1) {
      sum = ((sum << SHIFT) ^ text.charCodeAt(index)) & mask;
      const start = index - SHORTEST_SOUGHT + 1;
      if (start < 0 || begins[sum] === 0) continue;
      const end = longestAt(this.#root, text, start);
      if (end > start) met(start, end);
    }
  }
}

function variantsOf(secret: string): ReadonlySet<string> {
  const spelt = encodingsOf(secret, SHORTEST_SOUGHT).flatMap((each) => soughtForms(each));
  return new Set(spelt.filter(({ length }) => length >= SHORTEST_SOUGHT));
}

function beginOf(variant: string): number {
  let sum = 0;
  for (let index = 0; index < SHORTEST_SOUGHT; index += 1)
    sum = ((sum << SHIFT) ^ variant.charCodeAt(index)) & (MANY - 1);
  return sum;
}

function plant(root: Branch, variant: string): void {
  let branch = root;
  for (let index = 0; index < variant.length; index += 1) {
    const code = variant.charCodeAt(index);
    const next = branch.next.get(code);
    if (next === undefined) {
      branch.next.set(code, variant.slice(index + 1));
      return;
    }
    if (typeof next === 'string') {
      const grown: Branch = { isEnd: next === '', next: new Map() };
      if (next !== '') grown.next.set(next.charCodeAt(0), next.slice(1));
      branch.next.set(code, grown);
      branch = grown;
    } else branch = next;
  }
  branch.isEnd = true;
}

/** Removes branches that become empty, too. */
function fell(root: Branch, variant: string): void {
  const passed: Branch[] = [];
  let branch = root;
  for (let index = 0; index < variant.length; index += 1) {
    const next = branch.next.get(variant.charCodeAt(index));
    passed.push(branch);
    if (typeof next !== 'object') break;
    branch = next;
    if (index === variant.length - 1) branch.isEnd = false;
  }
  for (let depth = passed.length - 1; depth >= 0; depth -= 1) {
    const next = passed[depth]?.next.get(variant.charCodeAt(depth));
    if (typeof next === 'object' && (next.isEnd || next.next.size > 0)) return;
    passed[depth]?.next.delete(variant.charCodeAt(depth));
  }
}

/** Returns the end of the longest encoding that begins at `start`; `start` if there is none. */
function longestAt(root: Branch, text: string, start: number): number {
  let end = start;
  let branch = root;
  for (let index = start; index < text.length; index += 1) {
    looked += 1;
    const next = branch.next.get(text.charCodeAt(index));
    if (next === undefined) return end;
    if (typeof next === 'string') return text.startsWith(next, index + 1) ? index + 1 + next.length : end;
    branch = next;
    if (branch.isEnd) end = index + 1;
  }
  return end;
}

/** Returns distinct encodings; none with fewer characters than the shortest that is searched for. */
function encodingsOf(secret: string, shortest: number): string[] {
  if (secret.length < shortest) return [];
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  const inAddress = secret.isWellFormed() ? encodeURIComponent(secret) : secret;
  const spelt = [secret, inAddress, JSON.stringify(secret).slice(1, -1), hex];
  for (const before of [0, 1, 2]) {
    const core = base64Core(bytes, before);
    spelt.push(core, core.replaceAll('+', '-').replaceAll('/', '_'));
  }
  return [...new Set(spelt)].filter(({ length }) => length >= shortest);
}

const BITS_OF_BYTE = 8;
const BITS_OF_DIGIT = 6;

/** Returns the base64 digits that depend only on the secret if `before` bytes precede it. */
function base64Core(bytes: Buffer, before: number): string {
  const digits = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
  const first = Math.ceil((before * BITS_OF_BYTE) / BITS_OF_DIGIT);
  return digits.slice(first, Math.floor(((before + bytes.length) * BITS_OF_BYTE) / BITS_OF_DIGIT));
}
