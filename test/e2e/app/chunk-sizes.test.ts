/**
 * The files that a browser loads of the built pages: nothing at the start and with every screen that only a few of them
 * need.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../../src-server/system/package-root.ts';

const folder = join(packageRoot(), 'out/renderer/assets');
const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
const textOf = (name: string) => readFileSync(join(folder, name), 'utf8');

function chunk(name: string): string {
  const found = scripts.filter((script) => script.startsWith(`${name}-`));
  expect(found).toHaveLength(1);
  return textOf(found[0] ?? '');
}

/** A script with everything that it imports statically. */
function loadedWith(name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const [, imported = ''] of textOf(name).matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g))
    loadedWith(imported, seen);
  return seen;
}

const SCREENS = ['portfolio-page', 'rebalance-page', 'requests-page', 'prices-view', 'scenario-page'];

/** Words of each that no build shortens, and the screens that cannot be drawn without it. */
const ON_DEMAND = [
  ['zod', 'ZodError', []],
  ['papaparse', 'BAD_DELIMITERS', []],
  ['Recharts', 'recharts-surface', ['prices-view']],
] as const;

it('has at most this size', () => {
  expect(chunk('start').length).toBeLessThan(900_000);
  expect(chunk('screens').length).toBeLessThan(180_000);
});

it.each(ON_DEMAND)('has %s in a separate script, which only its own screens wait for', (_name, text, users) => {
  const holders = scripts.filter((name) => textOf(name).includes(text));
  expect(holders).toHaveLength(1);
  for (const screen of SCREENS.filter((name) => !users.some((user) => user === name))) {
    const [script = ''] = scripts.filter((name) => name.startsWith(`${screen}-`));
    expect([...loadedWith(script)], screen).not.toContain(holders[0]);
  }
});
