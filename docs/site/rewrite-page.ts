/**
 * Converts a document of the repository to a page of the site: links lead to pages, to copies of other files or to
 * lists of folders; decisions get anchors, and mentions of them links; a link to a recipe's test becomes its code.
 */

import { existsSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { DECISION_FOLDER, DECISION_INDEX, decisionAnchor, ENTRY, isIndentOf } from './decisions.ts';

export interface Place {
  readonly root: string;
  /** By path in the repository. */
  readonly pages: ReadonlyMap<string, string>;
  /** The page of each decision, relative to the site; others are mentioned without a link. */
  readonly decisions: ReadonlyMap<string, string>;
  /** Paths of linked files and folders that are not pages; filled while pages are rewritten. */
  readonly linked: Set<string>;
}

/**
 * A link or an image of Markdown with its target; addresses of other schemes and parts of the same page do not match.
 */
const LINK = /(\]\()(?![a-z]+:|#)([^)\s#]+)(#[^)\s]*)?\)/g;
const TAG = /\b(src|srcset)="(?![a-z]+:)([^"]+)"/g;
/** A row of the list of decisions. */
const ROW = /^\| ([A-R]\d+(?:\.\d+)?) \|/gm;
const RECIPE = /^\[[^\]]+\]\(([\w-]+\.test\.ts)\)$/gm;
const CODE = /^(```|~~~)[\s\S]*?^\1[^\n]*$|`[^`\n]+`/gm;
const FORMULA = /(?<!\$)\$([^$\n]+)\$(?!\$)/g;
/** Text that is already a link does not match. */
const MENTION = /\b([Dd]ecisions? )([A-R]\d{1,3}(?:\.\d+)?)\b(?![^[\]]*\]\()/g;
/** On the pages of decisions a label has no word before it; A4 is a size of paper there. */
const BARE_MENTION = /(?<![\w*-])()(?!A4\b)([A-R]\d{1,3}(?:\.\d+)?)\b(?![^[\]]*\]\()/g;

export function rewritePage(text: string, path: string, place: Place): string {
  const page = place.pages.get(path) ?? '';
  const rewritten = outsideCode(formulasAsCode(text), (prose) =>
    mentionsLinked(prose, path, page, place.decisions)
      .replaceAll(LINK, (_all, open: string, target: string, part = '') => {
        return `${open}${newTarget(target, path, page, place)}${part})`;
      })
      .replaceAll(TAG, (_all, name: string, target: string) => `${name}="${imageOf(target, path, page)}"`),
  );
  return withAnchors(rewritten, path).replaceAll(RECIPE, (_all, file: string) => `<<< ./${file}`);
}

/** Returns where an image of the repository is among the assembled pages. */
export function imagePlace(path: string): string {
  return posix.join('images', posix.relative('docs/images', path));
}

/** Returns where the copy of a file is below the site, with an ending that no host serves as a page. */
export function copyPlace(path: string): string {
  return posix.join('files', ['', '.md', '.html'].includes(posix.extname(path)) ? `${path}.txt` : path);
}

/** The page that lists a folder. */
export function listPlace(folder: string): string {
  return posix.join('files', folder, 'index.md');
}

/** A label as a link to its entry, from a page of the site; the label alone where there is no such decision. */
export function decisionLink(label: string, page: string, decisions: Place['decisions']): string {
  const target = decisions.get(label);
  if (target === undefined) return label;
  return `<a href="${relativeTo(page, target).replace(/\.md$/, '.html')}#${decisionAnchor(label)}">${label}</a>`;
}

/** Replaces the label that begins a row of a table with a link. */
export function rowsLinked(text: string, page: string, decisions: Place['decisions']): string {
  return text.replaceAll(ROW, (_all, label: string) => `| ${decisionLink(label, page, decisions)} |`);
}

/** The site renders no formulas: they are shown as they are written, where a page has any. */
function formulasAsCode(text: string): string {
  return text.includes('```math') ? text.replaceAll(FORMULA, (_all, formula: string) => `\`${formula}\``) : text;
}

/** Entries, and the rows of their list, have their labels as anchors. */
function withAnchors(text: string, path: string): string {
  const anchor = (label: string) => `<a id="${decisionAnchor(label)}"></a>`;
  if (path === DECISION_INDEX) return text.replaceAll(ROW, (_all, label: string) => `| ${anchor(label)}${label} |`);
  if (!isAmongDecisions(path)) return text;
  return text.replaceAll(ENTRY, (start: string, indent: string, label: string) =>
    isIndentOf(indent, label) ? start.replace('**', `${anchor(label)}**`) : start,
  );
}

function isAmongDecisions(path: string): boolean {
  return path.startsWith(`${DECISION_FOLDER}/`);
}

function mentionsLinked(prose: string, path: string, page: string, decisions: Place['decisions']): string {
  if (path === DECISION_INDEX) return prose;
  const mention = isAmongDecisions(path) ? BARE_MENTION : MENTION;
  return prose.replaceAll(
    mention,
    (_all, word: string, label: string) => `${word}${decisionLink(label, page, decisions)}`,
  );
}

function newTarget(target: string, path: string, page: string, place: Place): string {
  const named = posix.normalize(posix.join(posix.dirname(path), decodeURI(target))).replace(/\/$/, '');
  const readme = posix.join(named, 'README.md');
  const found = place.pages.get(named) ?? place.pages.get(readme);
  if (found !== undefined) return relativeTo(page, found);
  if (!existsSync(join(place.root, named))) throw new Error(`${path}: the link ${target} leads to nothing`);
  if (isInRecipes(named)) return posix.basename(named);
  place.linked.add(named);
  const isFolder = statSync(join(place.root, named)).isDirectory();
  return isFolder ? relativeTo(page, listPlace(named)) : `/${copyPlace(named)}`;
}

function isInRecipes(path: string): boolean {
  return /^docs\/recipes\/[\w-]+\.test\.ts$/.test(path);
}

function imageOf(target: string, path: string, page: string): string {
  return relativeTo(page, imagePlace(posix.join(posix.dirname(path), target)));
}

function relativeTo(page: string, target: string): string {
  const way = posix.relative(posix.dirname(page), target);
  return way.startsWith('.') ? way : `./${way}`;
}

function outsideCode(text: string, change: (prose: string) => string): string {
  let done = 0;
  let result = '';
  for (const code of text.matchAll(CODE)) {
    result += change(text.slice(done, code.index)) + code[0];
    done = code.index + code[0].length;
  }
  return result + change(text.slice(done));
}
