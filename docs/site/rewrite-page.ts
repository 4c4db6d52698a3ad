/**
 * Turns a document of the repository into a page of the site: links lead to pages, to copies of other files or to lists
 * of folders; decisions get anchors, and mentions of them links; a link to a recipe's test becomes its code.
 */

import { existsSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';

export interface Place {
  readonly root: string;
  /** By path in the repository. */
  readonly pages: ReadonlyMap<string, string>;
  /** Of the decisions that there are; others are mentioned without a link. */
  readonly labels: ReadonlySet<string>;
  /** Paths of files and folders that are linked and are no pages; filled while pages are rewritten. */
  readonly linked: Set<string>;
}

export const DECISIONS = 'docs/interface-decisions.md';
/** A link or an image of Markdown with its target; addresses of other schemes and parts of the same page are left alone. */
const LINK = /(\]\()(?![a-z]+:|#)([^)\s#]+)(#[^)\s]*)?\)/g;
const TAG = /\b(src|srcset)="(?![a-z]+:)([^"]+)"/g;
const LABEL = /^- \*\*([A-Z]\d+)\./gm;
const RECIPE = /^\[[^\]]+\]\(([\w-]+\.test\.ts)\)$/gm;
const CODE = /^(```|~~~)[\s\S]*?^\1[^\n]*$|`[^`\n]+`/gm;
const FORMULA = /(?<!\$)\$([^$\n]+)\$(?!\$)/g;
const MENTION = /\b([Dd]ecisions? )([A-Z]\d{1,3})\b/g;

export function rewritePage(text: string, path: string, place: Place): string {
  const page = place.pages.get(path) ?? '';
  const rewritten = outsideCode(formulasAsCode(text), (prose) =>
    mentionsLinked(prose, path, page, place.labels)
      .replaceAll(LINK, (_all, open: string, target: string, part = '') => {
        return `${open}${newTarget(target, path, page, place)}${part})`;
      })
      .replaceAll(TAG, (_all, name: string, target: string) => `${name}="${imageOf(target, path, page)}"`),
  );
  const withAnchors = path === DECISIONS ? rewritten.replaceAll(LABEL, anchored) : rewritten;
  return withAnchors.replaceAll(RECIPE, (_all, file: string) => `<<< ./${file}`);
}

/** Where an image of the repository is among the assembled pages. */
export function imagePlace(path: string): string {
  return posix.join('images', posix.relative('docs/images', path));
}

/** Where the copy of a file is below the site, with an ending that no host takes for a page. */
export function copyPlace(path: string): string {
  return posix.join('files', ['', '.md', '.html'].includes(posix.extname(path)) ? `${path}.txt` : path);
}

/** The page that lists a folder. */
export function listPlace(folder: string): string {
  return posix.join('files', folder, 'index.md');
}

/** The labels of the decisions in their document. */
export function labelsOf(decisions: string): ReadonlySet<string> {
  return new Set([...decisions.matchAll(LABEL)].map(([, label = '']) => label));
}

/** The site draws no formulas: they are shown as they are written, where a page has any. */
function formulasAsCode(text: string): string {
  return text.includes('```math') ? text.replaceAll(FORMULA, (_all, formula: string) => `\`${formula}\``) : text;
}

function anchored(start: string, label: string): string {
  return start.replace('**', `<a id="${label.toLowerCase()}"></a>**`);
}

function mentionsLinked(prose: string, path: string, page: string, labels: ReadonlySet<string>): string {
  if (path === DECISIONS) return prose;
  const decisions = relativeTo(page, 'interface-decisions.md');
  return prose.replaceAll(MENTION, (all: string, word: string, label: string) => {
    if (!labels.has(label)) return all;
    return `${word}<a href="${decisions.replace(/\.md$/, '.html')}#${label.toLowerCase()}">${label}</a>`;
  });
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
