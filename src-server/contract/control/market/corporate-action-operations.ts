/** Operations of the control plane: corporate actions and dividends of instruments (decisions O2, O3). */
import { pageQuery } from '../../fields/paging.ts';
import { operations } from '../../openapi/operation.ts';
import { corporateAction, corporateActionList, createCorporateActionBody } from './corporate-actions.ts';
import { marketDividendList, marketDividendsQuery } from './market-dividends.ts';

export const corporateActionOperations = operations({
  createCorporateAction: {
    method: 'post',
    path: '/market/corporate-actions',
    tag: 'Market',
    summary: 'Create a corporate action',
    description:
      'Schedules a split, a change of ISIN, a delisting or a cash dividend of an instrument, for now or later. ' +
      'Open orders in the instrument are cancelled at that time (except for a dividend), and every portfolio ' +
      'that holds it is adjusted.',
    source: 'decisions O2, O3',
    body: createCorporateActionBody,
    success: { status: 201, description: 'The corporate action.', content: [corporateAction] },
  },
  listCorporateActions: {
    method: 'get',
    path: '/market/corporate-actions',
    tag: 'Market',
    summary: 'List corporate actions',
    description: 'Lists past and scheduled corporate actions.',
    source: 'decision O3',
    query: pageQuery,
    success: { status: 200, description: 'The corporate actions.', content: [corporateActionList] },
  },
  cancelCorporateAction: {
    method: 'delete',
    path: '/market/corporate-actions/{id}',
    tag: 'Market',
    summary: 'Cancel a corporate action',
    description: 'Cancels a corporate action, so that it does not happen. Only possible before its ex-date.',
    source: 'decision O3',
    parameters: { id: 'Identifier of the corporate action.' },
    success: { status: 200, description: 'The updated corporate action.', content: [corporateAction] },
    errors: ['not_found'],
  },
  listMarketDividends: {
    method: 'get',
    path: '/market/dividends',
    tag: 'Market',
    summary: 'List dividends of the market',
    description:
      'Lists the past and future dividends that instruments pay by the seed. Dividends that were posted are ' +
      'corporate actions.',
    source: 'decision O2',
    query: marketDividendsQuery,
    success: { status: 200, description: 'The dividends.', content: [marketDividendList] },
  },
});
