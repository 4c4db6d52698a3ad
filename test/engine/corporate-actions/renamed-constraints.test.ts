/** The effect of a changed ISIN on the constraints of portfolios (decisions O3 and O5). */
import { expect, test } from 'vitest';
import { createCorporateAction } from '../../../src-server/engine/commands/market/manage-corporate-actions.ts';
import { setConstraints } from '../../../src-server/engine/commands/portfolios/set-constraints.ts';
import { proves } from '../../conformance/proves.ts';
import { TEST_START_MS } from '../../support/ballast-defaults.ts';
import { ALLIANZ, accept, closeWorldsAfterEach, DAY_MS, SAP, start } from '../execution/exchange-world.ts';

closeWorldsAfterEach();
const NEW_ISIN = 'DE000SAPNEW2';
const NONE = {
  minOrderMinor: null,
  minOrderBps: null,
  wholeShares: false,
  doNotBuy: [],
  cashFlowOnly: false,
  maxTurnover: null,
  gainsTaxBudgetMinor: null,
};

test(
  'a new ISIN replaces the old one in each constraint; constraints of others do not change',
  proves('O3.8', 'O5.1'),
  () => {
    const started = start();
    const { world, portfolioId } = started;
    accept(setConstraints(world, portfolioId, { ...NONE, doNotSell: [ALLIANZ, SAP] }));
    const exMs = TEST_START_MS + DAY_MS;
    accept(createCorporateAction(world, { isin: SAP, exMs, terms: { kind: 'isin_change', newIsin: NEW_ISIN } }));
    started.advanceTo(exMs + DAY_MS);
    expect(world.portfolios.find(portfolioId)?.constraints).toEqual({ ...NONE, doNotSell: [ALLIANZ, NEW_ISIN] });
  },
);
