/**
 * Tests the pages that the site is built from: every document and every operation is there, and every link leads
 * somewhere.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { assemblePages } from '../../docs/site/assemble-pages.ts';
import { decisionAnchor, decisionsOf } from '../../docs/site/decisions.ts';
import { headingAnchor } from '../../docs/site/heading-anchor.ts';
import { SIDEBAR } from '../../docs/site/navigation.ts';
import { buildProgram } from '../../src-server/cli/main.ts';
import { DOCUMENTS } from '../../src-server/contract/openapi/documents.ts';
import { configFile } from '../../src-server/contract/scenario/config-file.ts';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { newFolder } from '../support/start-ballast.ts';

const root = packageRoot();
let folder: string;
let pages: string[];
beforeAll(() => {
  folder = join(newFolder(), 'pages');
  pages = assemblePages(root, folder);
});

const textOf = (page: string) => readFileSync(join(folder, page), 'utf8');
const withoutCode = (page: string) => textOf(page).replaceAll(/^(```|~~~~?)[\s\S]*?^\1$|`[^`\n]+`/gm, '');

describe('the pages', () => {
  test('have every document of the repository', () => {
    const documents = globSync('docs/**/*.md', { cwd: root }).filter((path) => !path.includes('node_modules'));
    const lost = documents
      .map((path) => path.replaceAll('\\', '/').replace('docs/', '').replace('README.md', 'index.md'))
      .filter((page) => !pages.includes(page));
    expect(lost).toEqual([]);
    expect(documents.length).toBeGreaterThan(40);
  });

  test('are exactly those in the navigation', () => {
    const links = Object.values(SIDEBAR)
      .flat()
      .flatMap((group) => ('items' in group ? (group.items ?? []) : []))
      .map(({ link = '' }) => link);
    const lost = links.filter((link) => !pages.includes(`${link.replace(/\/$/, '/index').slice(1)}.md`));
    expect(lost).toEqual([]);
    expect(links.length).toBeGreaterThan(30);
  });

  test('begin with what a reader of the app wants to do, not with how a checkout is made', () => {
    expect(textOf('index.md')).toContain('(./advisers.md)');
    expect(textOf('index.md')).not.toContain('npm ');
  });

  test('link only to pages, files and parts that exist', () => {
    const dead = pages.flatMap((page) =>
      linksOf(page)
        .filter((link) => !isThere(page, link))
        .map((link) => [page, link]),
    );
    expect(dead).toEqual([]);
  });

  test('have an anchor for every decision, and links to it', () => {
    const list = textOf('interface-decisions.md');
    const decisions = decisionsOf(root);
    expect(decisions.length).toBeGreaterThan(300);
    const lost = decisions.filter(({ label, path }) => {
      const anchor = `<a id="${decisionAnchor(label)}"></a>`;
      const page = textOf(path.replace('docs/', ''));
      return [list, page].some((text) => text.split(anchor).length !== 2);
    });
    expect(lost).toEqual([]);
    expect(textOf('testing.md')).toContain('<a href="./interface-decisions/testing-helpers.html#k73">K73</a>');
    expect(textOf('interface-decisions/clock.md')).toContain('(<a href="./command-line.html#k2">K2</a>)');
    expect(textOf('conformance.md')).toContain('| <a href="./interface-decisions/testing-helpers.html#k73">K73</a> |');
    expect(textOf('reference/control/clock.md')).toMatch(
      /Source: .*<a href="\.\.\/\.\.\/interface-decisions\/clock\.html#j\d+">J\d+<\/a>/,
    );
  });

  test('contain the code of a recipe, from the file that is tested', () => {
    expect(textOf('recipes/lost-answer.md')).toContain('<<< ./lost-answer.test.ts');
    for (const name of globSync('docs/recipes/*.test.ts', { cwd: root }).map((path) => posix.basename(path)))
      expect(textOf(`recipes/${name}`)).toBe(readFileSync(join(root, 'docs/recipes', name), 'utf8'));
  });
});

describe('the reference', () => {
  test('has every operation of the control plane and of both forms, with its path', () => {
    const all = pages.filter((page) => page.startsWith('reference/')).map(textOf);
    for (const name of ['form-a', 'form-b', 'control'] as const)
      for (const { id, method, path } of DOCUMENTS[name].operations) {
        const start = `\`${method.toUpperCase()} ${DOCUMENTS[name].basePath}${path}\` · operation \`${id}\``;
        expect(
          all.filter((text) => text.includes(start)),
          start,
        ).toHaveLength(1);
      }
  });

  test('has every command with all of its flags', () => {
    const text = textOf('reference/commands.md');
    const never = { requested: new Promise<void>(() => undefined), isRequested: () => false };
    for (const command of buildProgram(never, () => undefined).commands) {
      expect(text).toContain(`## ballast ${command.name()}`);
      for (const option of command.options) expect(text).toContain(option.flags.replaceAll('|', '\\|'));
    }
  });

  test('has every kind of step of scenarios, with its members', () => {
    const schema = JSON.parse(readFileSync(join(root, 'fixtures/scenario.schema.json'), 'utf8')) as {
      $defs: Record<string, { properties?: Record<string, unknown> }>;
    };
    const text = textOf('reference/scenario-files.md');
    for (const [name, { properties = {} }] of Object.entries(schema.$defs)) {
      expect(text).toContain(`## ${name} {#schema-${name.toLowerCase()}}`);
      for (const member of Object.keys(properties)) expect(text).toContain(`| \`${member}\` |`);
    }
  });

  test('has every member of the configuration file', () => {
    const text = textOf('reference/config-file.md');
    for (const member of Object.keys(configFile.shape.serve.unwrap().shape))
      expect(text).toContain(`\`serve.${member}\``);
  });
});

/** Links of Markdown and of tags, without addresses of other schemes. */
function linksOf(page: string): string[] {
  const found = withoutCode(page).matchAll(/\]\(([^)\s]+)\)|\bhref="([^"]+)"/g);
  return [...found].map(([, inText, inTag]) => inText ?? inTag ?? '').filter((link) => !/^[a-z]+:/.test(link));
}

function isThere(page: string, link: string): boolean {
  const [target = '', part] = link.split('#');
  if (target.startsWith('/files/') && !target.endsWith('/')) return existsSync(join(folder, 'public', target));
  const below = target.startsWith('/') ? target.slice(1) : posix.join(posix.dirname(page), target);
  if (target.endsWith('.webp')) return existsSync(join(folder, below));
  const named = target === '' ? page : below.replace(/\.html$/, '.md');
  return pages.includes(named) && (part === undefined || anchorsOf(named).has(part));
}

const anchors = new Map<string, ReadonlySet<string>>();

function anchorsOf(page: string): ReadonlySet<string> {
  const known = anchors.get(page);
  if (known !== undefined) return known;
  const text = textOf(page);
  const titles = [...text.matchAll(/^#+ (.+?)(?: \{#([\w-]+)\})?$/gm)];
  const made = new Set([
    ...titles.map(([, title = '', own]) => own ?? headingAnchor(title)),
    ...[...text.matchAll(/<a id="([^"]+)"/g)].map(([, id = '']) => id),
  ]);
  anchors.set(page, made);
  return made;
}
