/** Tests that styles take spacing, font sizes and radii from the scales of the theme. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { theme } from '../../../src-renderer/theme/theme.ts';
import { packageRoot } from '../../../src-server/system/package-root.ts';

const SCALES = {
  spacing: { sizes: theme.spacing, properties: /^(row-|column-)?gap$|^(padding|margin)(-|$)/ },
  'font-size': { sizes: theme.fontSizes, properties: /^font-size$/ },
  radius: { sizes: theme.radius, properties: /^border(-\w+)*-radius$/ },
};

function writtenOut(css: string): string[] {
  return [...css.matchAll(/(?<=^|[;{\s])([a-z-]+):([^;{}]+);/gm)].flatMap(([text, property = '', value = '']) =>
    Object.entries(SCALES).flatMap(([scale, { sizes, properties }]) => {
      if (!properties.test(property)) return [];
      const step = Object.entries(sizes ?? {}).find(([, size]) => new RegExp(`(?<![-\\w.])${size}`).test(value));
      return step === undefined ? [] : [`${text} writes out var(--mantine-${scale}-${step[0]})`];
    }),
  );
}

test('a size of a scale that is written out is found', () => {
  expect(writtenOut('.a {\n  padding: 0 8px;\n  font-size: 13px;\n  border-top-left-radius: 4px;\n}')).toEqual([
    'padding: 0 8px; writes out var(--mantine-spacing-sm)',
    'font-size: 13px; writes out var(--mantine-font-size-md)',
    'border-top-left-radius: 4px; writes out var(--mantine-radius-sm)',
  ]);
  expect(writtenOut('.a { width: 8px; margin: -4px 5px; font-size: 11px; border: 4px solid; }')).toEqual([]);
});

const FILES = globSync('src-renderer/**/*.css', { cwd: packageRoot() });

test.each(FILES)('%s writes out no size of a scale', (file) => {
  expect(writtenOut(readFileSync(join(packageRoot(), file), 'utf8'))).toEqual([]);
});
