/** Saving a changed portfolio while the world changes it, too, and undoing that: on a real server. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createWholePortfolio,
  readLots,
  readPortfolio,
  setCash,
  setPositions,
  setTargets,
} from '../../../src-renderer/api/portfolios-api.ts';
import {
  contentsOf,
  type TargetDraft,
  targetDraft,
} from '../../../src-renderer/components/portfolios/portfolio-draft.ts';
import {
  changePortfolio,
  contentsUndoing,
  type SavedPortfolio,
} from '../../../src-renderer/screens/portfolios/edit/save-portfolio.ts';
import { proves } from '../../conformance/proves.ts';
import { startBallast, stopAll } from '../../support/start-ballast.ts';
import { sendTo } from '../app-at-server.ts';

const [SAP, ETF] = ['DE0007164600', 'IE00B4L5Y983'];
const position = (isin: string, quantity: number) => ({ isin, exchange: 'XETR', quantity });

let id: string;

beforeEach(async () => {
  sendTo(await startBallast());
  const request = { external_id: 'Anna', currency: 'EUR' as const, tax_wrapper: 'Depot' as const, cash: 5_000 };
  const positions = [position(SAP, 100), position(ETF, 10)];
  const targets = [{ isin: SAP, weight: 0.5 }];
  id = (await createWholePortfolio({ form: 'B', request: { ...request, targets, holdings: positions } })).portfolio_id;
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await stopAll();
});

const present = async () => contentsOf(await readPortfolio(id), (await readLots(id)).lots);

/** The form as a user opens it, with `save` as its button. */
async function openForm() {
  const opened = await present();
  let saved: SavedPortfolio = { portfolioId: id, contents: opened };
  const save = (typed: typeof opened) =>
    changePortfolio(saved, typed, (now) => {
      saved = now;
    });
  const withQuantity = (isin: string, quantity: number) => ({
    ...opened,
    holdings: opened.holdings.map((holding) => (holding.isin === isin ? { ...holding, quantity } : holding)),
  });
  return { opened, save, withQuantity };
}

async function quantities() {
  return Object.fromEntries((await readPortfolio(id)).holdings.map(({ isin, quantity }) => [isin, quantity]));
}

describe('a portfolio that the world changes while it is edited', () => {
  it('keeps what the world changed in other holdings, and their tax lots', proves('L79'), async () => {
    const { save, withQuantity } = await openForm();
    const sold = [{ quantity: 80, unit_cost: 90, acquired_at: '2024-05-10T08:00:00.000Z' }];
    await setPositions(id, [{ ...position(SAP, 80), lots: sold }, position(ETF, 10)]);
    await setCash(id, 7_000);
    await save(withQuantity(ETF, 12));
    expect(await quantities()).toEqual({ [SAP]: 80, [ETF]: 12 });
    const { cash, holdings } = await present();
    expect(cash).toBe(7_000);
    expect(holdings[0]?.lots).toEqual(sold);
  });

  it('is saved only after what both changed was named', proves('L79'), async () => {
    const { save, withQuantity } = await openForm();
    await setPositions(id, [position(SAP, 80), position(ETF, 10)]);
    const typed = withQuantity(SAP, 120);
    await expect(save(typed)).rejects.toThrow('holding DE0007164600 at XETR changed meanwhile');
    expect(await quantities()).toEqual({ [SAP]: 80, [ETF]: 10 });
    // Another change is named, too; a change elsewhere is not.
    await setPositions(id, [position(SAP, 70), position(ETF, 11)]);
    await expect(save(typed)).rejects.toThrow('DE0007164600');
    await setCash(id, 7_000);
    await save(typed);
    expect(await quantities()).toEqual({ [SAP]: 120, [ETF]: 11 });
  });

  it('continues from the accepted parts when a later part was refused', async () => {
    const { save, withQuantity } = await openForm();
    await setPositions(id, [position(SAP, 80), position(ETF, 10)]);
    const typed = { ...withQuantity(ETF, 12), cash: -1 };
    await expect(save(typed)).rejects.toMatchObject({ details: [{ path: '/cash' }] });
    await save({ ...typed, cash: 1 });
    expect(await quantities()).toEqual({ [SAP]: 80, [ETF]: 12 });
    expect((await readPortfolio(id)).cash).toBe(1);
  });

  it('has no conflict in an accepted holding for which the service chose the cost', async () => {
    const { save, withQuantity } = await openForm();
    await expect(save({ ...withQuantity(ETF, 5), cash: -1 })).rejects.toMatchObject({ details: [{ path: '/cash' }] });
    const accepted = await present();
    await save({ ...withQuantity(ETF, 8), cash: 1 });
    expect(await quantities()).toEqual({ [SAP]: 100, [ETF]: 8 });
    expect((await present()).holdings[0]?.lots).toEqual(accepted.holdings[0]?.lots);
  });
});

describe('undoing a change of targets', () => {
  const change = async (...targets: TargetDraft[]) => {
    const { opened, save } = await openForm();
    return contentsUndoing(id, 'Anna', await save({ ...opened, targets }));
  };
  const halve = () => change(targetDraft(SAP, 25));

  it('restores them alone, although a fill has changed the cash', proves('L77'), async () => {
    const undoing = await halve();
    await setCash(id, 7_000);
    await undoing?.run();
    const { cash, allocation } = await readPortfolio(id);
    expect([cash, allocation.find(({ isin }) => isin === SAP)?.target_weight]).toEqual([7_000, 0.5]);
    expect(undoing?.undone).toBe('Anna has its previous targets again.');
  });

  it.each([
    ['in another order', targetDraft(ETF, 25)],
    ['with one of 0 %', targetDraft(ETF, 0)],
  ])('restores them where they were typed %s, unlike the service’s', async (_, etf) => {
    const undoing = await change(etf, targetDraft(SAP, 25));
    await undoing?.run();
    const { targets } = await present();
    expect(targets.map(({ isin, percent }) => [isin, percent])).toEqual([[SAP, 50]]);
  });

  it('is refused when somebody else has changed them since', async () => {
    const undoing = await halve();
    await setTargets(id, [{ isin: SAP, weight: 0.3 }]);
    await expect(undoing?.run()).rejects.toThrow('Its targets changed since, so nothing was undone.');
  });
});
