/** Claims of tests, read from their files without running them, for the page of the site. */
import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { compareLabels, decisionsOf, isPart, wholeOf } from '../../docs/site/decisions.ts';
import type { Known } from './check-claims.ts';
import { EXEMPT_DECISIONS } from './exempt-decisions.ts';
import { PROVEN_ELSEWHERE } from './proven-elsewhere.ts';
import { STATEMENTS } from './proves.ts';

/** A test and one of its claims; its title as written, with the placeholders of a table's values. */
export interface WrittenClaim {
  readonly claim: string;
  readonly file: string;
  readonly title: string;
}

/** Test files with claims, sorted by path, with forward slashes. */
export function provingFiles(root: string): string[] {
  const files = globSync('test/**/*.test.ts', { cwd: root }).map((file) => file.split(sep).join('/'));
  const elsewhere = new Set(PROVEN_ELSEWHERE.map(({ file }) => file));
  return files
    .filter((file) => elsewhere.has(file) || readFileSync(join(root, file), 'utf8').includes('proves('))
    .toSorted();
}

export function writtenClaims(root: string): WrittenClaim[] {
  return provingFiles(root).flatMap((file) => [
    ...claimsIn(readFileSync(join(root, file), 'utf8')).map((each) => ({ ...each, file })),
    ...PROVEN_ELSEWHERE.filter((each) => each.file === file),
  ]);
}

export function knownClaims(root: string): Known {
  const labels = [...new Set(decisionsOf(root).map(({ label }) => label))].toSorted(compareLabels);
  const wholes = new Set(labels.filter(isPart).map(wholeOf));
  const [decisions, divided] = [labels.filter((each) => !wholes.has(each)), labels.filter((each) => wholes.has(each))];
  return { statements: STATEMENTS, decisions, divided, exempt: EXEMPT_DECISIONS };
}

/** A title, the options between it and its claims, and the claims. */
const TITLED =
  /(['"`])((?:\\.|(?!\1)[^\\\n])+)\1,\s*(?:\{\s*(?:\w+:[^{}]*,\s*)?\.\.\.)?proves\(((?:[^()]|\([^()]*\))*)\)/g;

export function claimsIn(text: string): Pick<WrittenClaim, 'claim' | 'title'>[] {
  return [...text.matchAll(TITLED)].flatMap(([, , title = '', written = '']) =>
    [...written.matchAll(/(['`])([^'`]+)\1/g)]
      .flatMap(([, quote, claim = '']) => (quote === '`' ? statementsLike(claim) : [claim]))
      .map((claim) => ({ claim, title: title.replaceAll(/\\(.)/g, '$1') })),
  );
}

/** The statements that match a template, whose values may be any: `7 ${status} Form ${form}`. */
function statementsLike(template: string): string[] {
  const parts = template.split(/\$\{[^}]*\}/).map((part) => part.replaceAll(/[^\w ]/g, '\\$&'));
  const pattern = new RegExp(`^${parts.join('.+')}$`);
  return Object.keys(STATEMENTS).filter((key) => pattern.test(key));
}
