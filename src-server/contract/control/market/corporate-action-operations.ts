/** The control plane: what happens to instruments, and what they pay (decisions O2, O3). */
import { pageQuery } from '../../fields/paging.ts';
import { operations } from '../../openapi/operation.ts';
import { corporateAction, corporateActionList, createCorporateAction } from './corporate-actions.ts';
import { marketDividendList, marketDividendsQuery } from './market-dividends.ts';

export const corporateActionOperations = operations({
  createCorporateAction: {
    method: 'post',
    path: '/market/corporate-actions',
    tag: 'Market',
    summary: 'Let something happen to an instrument',
    description:
      'Schedules a split, a change of its ISIN, a delisting or a cash dividend, for now or later. Open orders on it are cancelled then (not by a dividend), and every portfolio that holds it follows.',
    source: 'decisions O2, O3',
    body: createCorporateAction,
    success: { status: 201, description: 'The corporate action.', content: [corporateAction] },
  },
  listCorporateActions: {
    method: 'get',
    path: '/market/corporate-actions',
    tag: 'Market',
    summary: 'List corporate actions',
    description: 'What happened to instruments, and what is scheduled.',
    source: 'decision O3',
    query: pageQuery,
    success: { status: 200, description: 'The corporate actions.', content: [corporateActionList] },
  },
  cancelCorporateAction: {
    method: 'delete',
    path: '/market/corporate-actions/{id}',
    tag: 'Market',
    summary: 'Cancel a corporate action',
    description: 'It does not happen. Only possible before its ex-date.',
    source: 'decision O3',
    parameters: { id: 'Corporate action.' },
    success: { status: 200, description: 'The corporate action as it is now.', content: [corporateAction] },
    errors: ['not_found'],
  },
  listMarketDividends: {
    method: 'get',
    path: '/market/dividends',
    tag: 'Market',
    summary: 'List dividends of the market',
    description:
      'What instruments pay by the seed, past and to come. Dividends that somebody posted are corporate actions.',
    source: 'decision O2',
    query: marketDividendsQuery,
    success: { status: 200, description: 'The dividends.', content: [marketDividendList] },
  },
});
