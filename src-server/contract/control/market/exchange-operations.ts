import { operations } from '../../openapi/operation.ts';
import { changeExchange, exchangeList, exchangeView } from './exchange-control.ts';

export const exchangeOperations = operations({
  listExchanges: {
    method: 'get',
    path: '/exchanges',
    tag: 'Exchanges',
    summary: 'List exchanges',
    description: 'Every exchange with its connection, settings and orders.',
    source: 'decision L18',
    success: { status: 200, description: 'The exchanges.', content: [exchangeList] },
  },
  getExchange: {
    method: 'get',
    path: '/exchanges/{mic}',
    tag: 'Exchanges',
    summary: 'Read an exchange',
    description: 'An exchange with its connection, settings and orders.',
    source: 'decision L18',
    parameters: { mic: 'Code of the exchange (ISO 10383).' },
    success: { status: 200, description: 'The exchange.', content: [exchangeView] },
    errors: ['not_found'],
  },
  changeExchange: {
    method: 'patch',
    path: '/exchanges/{mic}',
    tag: 'Exchanges',
    summary: 'Change an exchange',
    description: 'Changes settings permanently from now on, or takes the connection down and releases it.',
    source: 'decision L18',
    parameters: { mic: 'Code of the exchange (ISO 10383).' },
    body: changeExchange,
    success: { status: 200, description: 'The exchange as it is now.', content: [exchangeView] },
    errors: ['not_found'],
  },
});
