/** Two tabs of a browser share what the app stores: none of them reverts what the other has stored. */
import { expect, it } from 'vitest';
import type { SavedView } from '../../../src-renderer/state/layout-store.ts';
import { proves } from '../../conformance/proves.ts';
import { Browser } from '../open-tabs.ts';

const VIEW: SavedView = {
  name: 'Outside the band',
  path: '/portfolios',
  search: 'state=outside',
  filterText: '',
  sort: null,
  hiddenColumns: [],
  columnOrder: [],
};
const MAPPING = { columns: {}, names: {}, types: {}, dates: '', decimal: ',' } as const;

it('a saved view stays when another tab collapses its sidebar', proves('L133'), async () => {
  const browser = new Browser();
  const open = () => browser.open(() => import('../../../src-renderer/state/layout-store.ts'));
  const [one, other] = [await open(), await open()];
  one.useLayout.getState().change({ views: { Portfolios: [VIEW] } });
  other.useLayout.getState().change({ isSidebarCollapsed: true });
  expect((await open()).useLayout.getState().layout).toMatchObject({
    views: { Portfolios: [VIEW] },
    isSidebarCollapsed: true,
  });
  expect(one.useLayout.getState().layout.isSidebarCollapsed).toBe(true);
});

it('an import mapping stays when another tab dismisses a hint', async () => {
  const browser = new Browser();
  const open = () => browser.open(() => import('../../../src-renderer/state/preferences-store.ts'));
  const [one, other] = [await open(), await open()];
  one.usePreferences.getState().rememberMappings({ 'portfolios: A | B': MAPPING });
  other.usePreferences.getState().dismissHint('world');
  const { importMappings, dismissedHints } = (await open()).usePreferences.getState();
  expect({ importMappings, dismissedHints }).toEqual({
    importMappings: { 'portfolios: A | B': MAPPING },
    dismissedHints: ['world'],
  });
});

it('a tab of another world stores its watched listings beside those of this one', async () => {
  const browser = new Browser();
  const open = (path: string) => browser.open(() => import('../../../src-renderer/state/watch-store.ts'), path);
  const [first, fork] = [await open('/market'), await open('/worlds/fork/market')];
  first.useWatch.getState().choose(['A:XETR']);
  fork.useWatch.getState().choose(['B:XNAS']);
  expect((await open('/')).useWatch.getState().chosen).toEqual(['A:XETR']);
  expect((await open('/worlds/fork/')).useWatch.getState().chosen).toEqual(['B:XNAS']);
});
