/** Reads the interface decisions from their pages: the label of each, its page and its text. */

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Decision {
  /** `O3`, or `O3.2` for a part of its entry. */
  readonly label: string;
  /** Relative to the repository, with forward slashes. */
  readonly path: string;
  /** Its text without the label, up to the next entry, part or heading. */
  readonly text: string;
}

/** The page that lists them all, and the folder of their pages. */
export const DECISION_INDEX = 'docs/interface-decisions.md';
export const DECISION_FOLDER = 'docs/interface-decisions';

/** Matches an entry, or a part, which is indented below its entry. */
export const ENTRY = /^(- | {2}- )\*\*([A-R]\d+(?:\.\d+)?)\.\*\*/gm;
/** The beginning of an entry, a part or a section. */
const NEXT = /\n(?=(?: {2})?- \*\*[A-R]\d|#+ )/;

/** In the order of the pages, and within each in that of the page. A label that occurs twice is returned twice. */
export function decisionsOf(root: string): Decision[] {
  return decisionPaths(root).flatMap((path) =>
    decisionsIn(readFileSync(join(root, path), 'utf8')).map((each) => ({ ...each, path })),
  );
}

export function decisionPaths(root: string): string[] {
  const found = globSync(`${DECISION_FOLDER}/*.md`, { cwd: root });
  return found.map((path) => path.replaceAll('\\', '/')).toSorted();
}

export function decisionsIn(page: string): Omit<Decision, 'path'>[] {
  const matches = [...page.matchAll(ENTRY)].filter(([, indent = '', label = '']) => isIndentOf(indent, label));
  return matches.map((match) => {
    const [text = ''] = page.slice(match.index + match[0].length).split(NEXT);
    return { label: match[2] ?? '', text: text.replace(/^†/, '').replaceAll(/\s+/g, ' ').trim() };
  });
}

/** Parts are indented, and nothing else is. */
export function isIndentOf(indent: string, label: string): boolean {
  return isPart(label) === indent.startsWith(' ');
}

export function isPart(label: string): boolean {
  return label.includes('.');
}

/** Returns the label of the entry that a part belongs to; an entry's own label for an entry. */
export function wholeOf(label: string): string {
  return label.replace(/\..*/, '');
}

/** Anchor of an entry or a part, within its page and within the list of all. */
export function decisionAnchor(label: string): string {
  return label.toLowerCase().replace('.', '-');
}

/** Compares by letter, number and part. */
export function compareLabels(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}
