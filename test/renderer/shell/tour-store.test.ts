/** The tour of a tab, and what is left of it after a reload or in another tab. */
import { expect, it } from 'vitest';
import { proves } from '../../conformance/proves.ts';
import { Browser } from '../open-tabs.ts';

it(
  'the tour continues after a reload of its tab alone, and still knows that it changed the world',
  proves('L79'),
  async () => {
    const browser = new Browser();
    const session = new Map<string, string>();
    const open = (path: string, own?: Map<string, string>) =>
      browser.open(() => import('../../../src-renderer/state/tour-store.ts'), path, own);
    const tour = (await open('/', session)).useTour.getState();
    tour.start();
    tour.choose('tester');
    tour.go(1);
    tour.setChanged();
    tour.setRun();
    tour.goOnWith('pf_1');
    const reloaded = await open('/', session);
    const progress = { step: 1, track: 'tester', wasRun: true, isChanged: true, portfolioId: 'pf_1' };
    expect(reloaded.useTour.getState()).toMatchObject(progress);
    const closed = { step: null, isChanged: false };
    expect((await open('/')).useTour.getState()).toMatchObject(closed);
    expect((await open('/worlds/fork/', session)).useTour.getState()).toMatchObject(closed);
    reloaded.useTour.getState().end(true);
    expect((await open('/', session)).useTour.getState()).toMatchObject(closed);
    expect((await open('/')).useTourSeen.getState()).toEqual({ isSeen: true });
  },
);
