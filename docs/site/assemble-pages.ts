/**
 * Assembles the pages of the site in one folder for VitePress: the documents of the repository, the generated
 * reference, and the files and images that they link. Writes nothing elsewhere.
 */

import { cpSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { conformancePage } from '../../test/conformance/conformance-page.ts';
import { knownClaims, writtenClaims } from '../../test/conformance/written-claims.ts';
import { decisionsOf } from './decisions.ts';
import { pageTable } from './page-table.ts';
import { commandPage } from './reference/command-page.ts';
import { operationPages } from './reference/operation-pages.ts';
import { schemaFilePage } from './reference/schema-file-page.ts';
import { copyPlace, decisionLink, imagePlace, listPlace, type Place, rewritePage, rowsLinked } from './rewrite-page.ts';

/** All of them would be most of an installed package's size. */
const MAIN_SCREENS = [
  'portfolios',
  'portfolio',
  'plan',
  'plan-compare',
  'rebalance',
  'market',
  'requests',
  'delivery',
  'compliance',
  'scenario-run',
  'timeline',
  'sweep',
];

/** Recreates the folder and returns the addresses of its pages. Throws at a broken link. */
export function assemblePages(root: string, folder: string): string[] {
  const pages = pageTable(root);
  const decisions = new Map(decisionsOf(root).map(({ label, path }) => [label, pages.get(path) ?? '']));
  const place: Place = { root, pages, decisions, linked: new Set() };
  rmSync(folder, { recursive: true, force: true });
  const made = new Map<string, string>();
  for (const [path, page] of pages) made.set(page, rewritePage(readFileSync(join(root, path), 'utf8'), path, place));
  for (const [page, text] of generatedPages(root, decisions)) made.set(page, text);
  for (const path of place.linked) addLinked(path, place, folder, made);
  for (const [page, text] of made) write(join(folder, page), text);
  for (const name of globSync('docs/recipes/*.test.ts', { cwd: root }))
    write(join(folder, 'recipes', posix.basename(name.replaceAll('\\', '/'))), readFileSync(join(root, name), 'utf8'));
  for (const name of globSync('docs/images/*/*.webp', { cwd: root }).map((each) => each.replaceAll('\\', '/')))
    if (isShown(name, made)) copy(join(root, name), join(folder, imagePlace(name)));
  return [...made.keys()].toSorted();
}

function generatedPages(root: string, decisions: Place['decisions']): ReadonlyMap<string, string> {
  const schema = (name: string) => JSON.parse(readFileSync(join(root, 'fixtures', `${name}.schema.json`), 'utf8'));
  const conformance = conformancePage(writtenClaims(root), knownClaims(root));
  return new Map([
    ...operationPages((label, page) => decisionLink(label, page, decisions)),
    ['conformance.md', rowsLinked(conformance, 'conformance.md', decisions)],
    ['reference/commands.md', commandPage()],
    ['reference/scenario-files.md', schemaFilePage('Scenario files', schema('scenario'))],
    ['reference/world-files.md', schemaFilePage('World files', schema('world'))],
    ['reference/lab-files.md', schemaFilePage('Lab files', schema('lab'))],
    ['reference/explore-files.md', schemaFilePage('Explore files', schema('explore'))],
    ['reference/config-file.md', schemaFilePage('Configuration file', schema('config'))],
  ]);
}

/** A linked file is copied as it is. A linked folder becomes a page with its files, each copied too. */
function addLinked(path: string, { root, pages }: Place, folder: string, made: Map<string, string>): void {
  const from = join(root, path);
  if (!statSync(from).isDirectory()) copy(from, join(folder, 'public', copyPlace(path)));
  else if (path === 'docs/images') made.set(listPlace(path), galleryPage());
  else made.set(listPlace(path), listPage(path, { root, pages }, folder));
}

/** Files of a folder that are pages are linked as such. */
function listPage(path: string, { root, pages }: Pick<Place, 'root' | 'pages'>, folder: string): string {
  const from = join(root, path);
  const names = readdirSync(from, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/node_modules|\.golden\./.test(join(entry.parentPath, entry.name)))
    .map((entry) =>
      posix.relative(root.replaceAll('\\', '/'), join(entry.parentPath, entry.name).replaceAll('\\', '/')),
    )
    .toSorted();
  for (const name of names.filter((each) => !pages.has(each)))
    copy(join(root, name), join(folder, 'public', copyPlace(name)));
  const lines = names.map((name) => `- [${posix.relative(path, name)}](/${pages.get(name) ?? copyPlace(name)})`);
  return `# Files of ${path}\n\n${lines.join('\n')}\n`;
}

function galleryPage(): string {
  const pictures = MAIN_SCREENS.map((name) => {
    const title = name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');
    return `## ${title}\n\n![${title}](../../../images/light/${name}.webp)`;
  });
  return `# Screens of the app\n\nThe main ones; \`docs/images\` of a checkout has all of them, in both themes.\n\n${pictures.join('\n\n')}\n`;
}

function isShown(image: string, pages: ReadonlyMap<string, string>): boolean {
  return [...pages.values()].some((text) => text.includes(imagePlace(image)));
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to);
}
