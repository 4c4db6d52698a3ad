/** The list of the app's screens. */
import { expect, test } from 'vitest';
import { listScreens, SCREENS } from '../../src-server/contract/screens.ts';

const screens = listScreens();

test('no two screens have the same title or path', () => {
  expect(new Set(screens.map(({ title }) => title)).size).toBe(screens.length);
  expect(new Set(screens.map(({ path }) => path)).size).toBe(screens.length);
});

test('a tab has a path below that of its screen', () => {
  const apart = screens.filter(({ path, tabOf }) => tabOf !== undefined && !path.startsWith(`${SCREENS[tabOf].path}/`));
  expect(apart).toEqual([]);
});
