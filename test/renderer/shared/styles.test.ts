/** The styles of the app: every class belongs to the module of a component, and every used class exists. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

const classesIn = (css: string) => new Set([...css.matchAll(/\.([a-zA-Z_][\w-]*)/g)].map(([, name = '']) => name));
const rulesOf = (file: string) => readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|:global\([^)]*\)/g, '');

describe('the styles of the app', () => {
  it('name no class for the whole page except those of Mantine', () => {
    const sheets = globSync('src-renderer/**/*.css').filter((file) => !file.endsWith('.module.css'));
    const names = sheets.flatMap((file) => [...classesIn(rulesOf(file))]);
    expect(names.filter((name) => !name.startsWith('mantine-'))).toEqual([]);
  });

  it('have every class that a component reads from its module', () => {
    const missing = globSync('src-renderer/**/*.tsx').flatMap((file) => {
      const source = readFileSync(file, 'utf8');
      return [...source.matchAll(/import (\w+) from '(.*\.module\.css)'/g)].flatMap(([, variable = '', path = '']) => {
        const known = classesIn(rulesOf(normalize(join(dirname(file), path))));
        const used = [...source.matchAll(new RegExp(`(?<![\\w.])${variable}\\.(\\w+)`, 'g'))].map(
          ([, name = '']) => name,
        );
        return used.filter((name) => !known.has(name)).map((name) => `${file}: ${name}`);
      });
    });
    expect(missing).toEqual([]);
  });
});
