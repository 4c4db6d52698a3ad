/**
 * Tests that the references of helpers agree with their sources; if not: node
 * docs/site/reference/write-helper-pages.ts.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { helperPages } from '../../docs/site/reference/helper-pages.ts';
import { methodsOf } from '../../docs/site/reference/helper-source.ts';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { proves } from '../conformance/proves.ts';

const root = packageRoot();
const pages = helperPages(root);

test.each([...pages.keys()])('%s agrees with the sources', (path) => {
  expect(readFileSync(join(root, path), 'utf8')).toBe(pages.get(path));
});

describe('the reference', () => {
  const testing = pages.get('docs/reference/testing-helpers.md') ?? '';
  const python = pages.get('docs/reference/python-helpers.md') ?? '';

  test('has a signature, arguments and an example of each helper', proves('K72', 'R7'), () => {
    for (const page of [testing, python]) {
      const [helpers = ''] = page.split('## What objects have');
      const sections = helpers.split(/^### /m).slice(1);
      expect(sections.length).toBeGreaterThan(60);
      for (const section of sections) {
        const [name = ''] = section.split('\n');
        const [signature = '', taken = ''] = /^`\w+.*?\((.*)\).*`$/m.exec(section) ?? [];
        expect(signature, name).not.toBe('');
        expect(/^- `\w+`: \S/m.test(section), name).toBe(taken !== '');
        const [, example = ''] = section.split('~~~text\n');
        expect(example, name).toMatch(new RegExp(`\\b${name.split('.').at(-1)}[(<]`));
      }
    }
  });

  test('links only members of objects that exist', () => {
    const links = [...testing.matchAll(/\]\(#([\w-]+)\)/g), ...python.matchAll(/\]\(testing-helpers\.md#([\w-]+)\)/g)];
    const titles = new Set(
      [...testing.matchAll(/^##+ (.+)$/gm)].map(([, title = '']) => title.toLowerCase().replaceAll(' ', '-')),
    );
    expect(links.length).toBeGreaterThan(40);
    expect(links.map(([, link = '']) => link).filter((link) => !titles.has(link))).toEqual([]);
  });

  test('has every kind of fault and of event, and the members of each', () => {
    for (const kind of ['api_error', 'webhook_reorder', 'settlement_fail', 'fx_jump', 'cash_dividend', 'partial_fill'])
      expect(testing).toMatch(new RegExp(`^\\| \`${kind}\` \\| \\S`, 'm'));
    expect(testing).toMatch(/^\| `market_event_id`|^\| `trend`/m);
  });

  test('reads the methods of Python with arguments over several lines', () => {
    const fetch = methodsOf(root, 'world.py', 'BallastWorld').find(({ name }) => name === 'fetch');
    expect(fetch?.signature).toContain('timeout_s: float = 120.0) -> Response');
  });
});
