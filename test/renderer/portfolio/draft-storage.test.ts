/** Drafts in the browser: whose they are, and what ends them. */
import { describe, expect, it } from 'vitest';
import { proves } from '../../conformance/proves.ts';
import { Browser } from '../open-tabs.ts';

const ANNA = { portfolio_id: 'pf_1', label: 'Anna', currency: 'EUR', wrapper: 'Depot' };
const BEFORE = { cash: 5_000, holdings: [], targets: [] };
const EDITED = { ...BEFORE, cash: 7_000 };

const open = (browser: Browser, path = '/') =>
  browser.open(() => import('../../../src-renderer/components/portfolios/draft-storage.ts'), path);

describe('a draft of changes', () => {
  it('is not offered for another portfolio, which has the same id after a reset', proves('L79'), async () => {
    const { draftOf, storeChanges, useDraftStorage } = await open(new Browser());
    storeChanges(ANNA, BEFORE, EDITED);
    const offered = (portfolio: typeof ANNA) => draftOf(useDraftStorage.getState(), portfolio)?.contents;
    expect(offered(ANNA)).toEqual(EDITED);
    expect(offered({ ...ANNA, label: 'Bernd' })).toBeUndefined();
    expect(offered({ ...ANNA, currency: 'USD' })).toBeUndefined();
    expect(offered({ ...ANNA, wrapper: 'ISA' })).toBeUndefined();
  });

  it('stays with its portfolio when that is renamed', proves('L79'), async () => {
    const { draftOf, relabelDraft, storeChanges, useDraftStorage } = await open(new Browser());
    storeChanges(ANNA, BEFORE, EDITED);
    relabelDraft(ANNA, 'Anna B');
    expect(draftOf(useDraftStorage.getState(), { ...ANNA, label: 'Anna B' })?.contents).toEqual(EDITED);
    expect(draftOf(useDraftStorage.getState(), ANNA)).toBeUndefined();
  });
});

it('drafts of a world end with it, and those of other worlds stay', proves('L79'), async () => {
  const browser = new Browser();
  for (const path of ['/', '/worlds/fork/', '/worlds/fork-2/']) {
    (await open(browser, path)).storeChanges(ANNA, BEFORE, EDITED);
  }
  (await open(browser)).useDraftStorage.getState().forget('fork');
  const left = async (path: string) => Object.keys((await open(browser, path)).useDraftStorage.getState().drafts);
  expect([await left('/'), await left('/worlds/fork/'), await left('/worlds/fork-2/')]).toEqual([
    ['pf_1'],
    [],
    ['pf_1'],
  ]);
  const { useDraftStorage } = await open(browser, '/worlds/fork-2/');
  useDraftStorage.getState().forget('fork-2');
  expect([await left('/'), await left('/worlds/fork-2/')]).toEqual([['pf_1'], []]);
});
