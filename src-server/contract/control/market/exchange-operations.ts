import { operations } from '../../openapi/operation.ts';
import { changeExchangeBody, exchangeList, exchangeView } from './exchange-control.ts';

export const exchangeOperations = operations({
  listExchanges: {
    method: 'get',
    path: '/exchanges',
    tag: 'Exchanges',
    summary: 'List exchanges',
    description: 'Lists every exchange with its connection, settings and orders.',
    source: 'decision L18',
    success: { status: 200, description: 'The exchanges.', content: [exchangeList] },
  },
  getExchange: {
    method: 'get',
    path: '/exchanges/{mic}',
    tag: 'Exchanges',
    summary: 'Read an exchange',
    description: 'Returns an exchange with its connection, settings and orders.',
    source: 'decision L18',
    parameters: { mic: 'MIC of the exchange (ISO 10383).' },
    success: { status: 200, description: 'The exchange.', content: [exchangeView] },
    errors: ['not_found'],
  },
  changeExchange: {
    method: 'patch',
    path: '/exchanges/{mic}',
    tag: 'Exchanges',
    summary: 'Change an exchange',
    description: 'Changes the settings of an exchange permanently from now on, or disconnects and reconnects it.',
    source: 'decision L18',
    parameters: { mic: 'MIC of the exchange (ISO 10383).' },
    body: changeExchangeBody,
    success: { status: 200, description: 'The updated exchange.', content: [exchangeView] },
    errors: ['not_found'],
  },
});
