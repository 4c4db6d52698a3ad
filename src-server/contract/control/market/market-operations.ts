/** The control plane: prices, exchange rates, calendars and events of the market (decision L). */
import { pageQuery } from '../../fields/paging.ts';
import { operations } from '../../openapi/operation.ts';
import { instrumentList } from '../portfolios/portfolios.ts';
import { depthQuery, depthView } from './exchange-control.ts';
import { addInstruments } from './instruments.ts';
import { calendarList, calendarQuery } from './market-calendars.ts';
import {
  createMarketEvent,
  createPin,
  deletedPin,
  endMarketEventQuery,
  marketEventList,
  marketEventView,
  newPin,
  pinList,
} from './market-control.ts';
import { barList, barQuery, quoteList, quotesQuery, rateList, seriesLoaded } from './market-prices.ts';
import { ratePath, ratePathQuery, rateTable } from './market-rates.ts';

export const marketOperations = operations({
  listInstruments: {
    method: 'get',
    path: '/instruments',
    tag: 'Market',
    summary: 'List instruments',
    description: 'Lists every instrument with the exchanges that list it.',
    source: 'decision L1',
    success: { status: 200, description: 'The instruments.', content: [instrumentList] },
  },
  addInstruments: {
    method: 'post',
    path: '/instruments',
    tag: 'Market',
    summary: 'Add instruments',
    description:
      'Adds instruments of its own to the world. They are priced, quoted and traded like all others from the ' +
      'next request on. A reset, or a snapshot from before, does not have them.',
    source: 'decision P4',
    body: addInstruments,
    success: { status: 201, description: 'The instruments that were added.', content: [instrumentList] },
    errors: ['already_executing'],
  },
  listPins: {
    method: 'get',
    path: '/market/pins',
    tag: 'Market',
    summary: 'List pins',
    description: 'Lists the pinned mids and exchange rates.',
    source: 'decisions L9, L58',
    success: { status: 200, description: 'The pins.', content: [pinList] },
  },
  pinPrice: {
    method: 'post',
    path: '/market/pins',
    tag: 'Market',
    summary: 'Pin a price',
    description: 'Pins the mid of every listing of an instrument, or an exchange rate, from now on.',
    source: 'decisions L9, L58',
    body: createPin,
    success: { status: 201, description: 'The pin.', content: [newPin] },
  },
  unpinPrice: {
    method: 'delete',
    path: '/market/pins/{isin}',
    tag: 'Market',
    summary: 'Remove a pin',
    description: 'Removes a pin; the price continues as if there had been none.',
    source: 'decisions L9, L58',
    parameters: { isin: 'ISIN of the instrument whose mid is pinned, or currency whose rate is pinned.' },
    success: { status: 200, description: 'The pin was removed.', content: [deletedPin] },
    errors: ['not_found'],
  },
  listRates: {
    method: 'get',
    path: '/market/fx',
    tag: 'Market',
    summary: 'List exchange rates',
    description: 'Lists every rate against the euro, as it is now and as the model has it at its reference instant.',
    source: 'decision L58',
    success: { status: 200, description: 'The rates.', content: [rateList] },
  },
  getRateTable: {
    method: 'get',
    path: '/market/fx/table',
    tag: 'Market',
    summary: 'Read a table of exchange rates',
    description: 'Returns every currency against the euro, now and a day ago, with the cost of a conversion.',
    source: 'decision L73',
    success: { status: 200, description: 'The table.', content: [rateTable] },
  },
  getRatePath: {
    method: 'get',
    path: '/market/fx/path',
    tag: 'Market',
    summary: 'Read an exchange rate over time',
    description: 'Returns a rate against the euro at 121 instants up to now.',
    source: 'decision L73',
    query: ratePathQuery,
    success: { status: 200, description: 'The rate over time.', content: [ratePath] },
  },
  listCalendars: {
    method: 'get',
    path: '/market/calendars',
    tag: 'Exchanges',
    summary: 'List the sessions of a month',
    description: 'Lists the sessions, half days and holidays of every exchange in a month.',
    source: 'decision L74',
    query: calendarQuery,
    success: { status: 200, description: 'The month.', content: [calendarList] },
  },
  listMarketEvents: {
    method: 'get',
    path: '/market/events',
    tag: 'Market',
    summary: 'List market events',
    description: 'Lists the market events that were added to prices, volumes and exchange rates.',
    source: 'decisions L10, L57, L58, O11',
    query: pageQuery,
    success: { status: 200, description: 'The market events.', content: [marketEventList] },
  },
  addMarketEvent: {
    method: 'post',
    path: '/market/events',
    tag: 'Market',
    summary: 'Add a market event',
    description:
      'Adds a market event to every listing of an instrument, of all instruments, or of those of a sector or a ' +
      'trading currency, or to an exchange rate.',
    source: 'decisions L10, L11, L57, L58, O11',
    body: createMarketEvent,
    success: { status: 201, description: 'The market event.', content: [marketEventView] },
  },
  endMarketEvent: {
    method: 'delete',
    path: '/market/events/{id}',
    tag: 'Market',
    summary: 'End a market event',
    description:
      'Ends a market event now: its effect so far remains, and what was still to come does not happen. A jump ' +
      'can be reversed.',
    source: 'decision L12',
    query: endMarketEventQuery,
    parameters: { id: 'Identifier of the market event.' },
    success: { status: 200, description: 'The updated market event.', content: [marketEventView] },
    errors: ['not_found'],
  },
  loadSeries: {
    method: 'post',
    path: '/market/series',
    tag: 'Market',
    summary: 'Load prices',
    description:
      'Loads prices of listings from a CSV file with the columns `timestamp,isin,exchange,mid` and any of ' +
      '`bid,ask,volume`.',
    source: 'decision L15',
    body: 'text/csv',
    success: { status: 201, description: 'The prices that were loaded.', content: [seriesLoaded] },
  },
  getQuotes: {
    method: 'get',
    path: '/market/quotes',
    tag: 'Market',
    summary: 'List quotes',
    description:
      'Returns quotes of many listings at one instant, with the change since the previous close and the day so far.',
    source: 'decision L70',
    query: quotesQuery,
    success: { status: 200, description: 'The quotes.', content: [quoteList] },
  },
  getBars: {
    method: 'get',
    path: '/bars',
    tag: 'Market',
    summary: 'Read price bars',
    description: 'Returns the open, high, low and close of the mid, with the expected volume.',
    source: 'decisions L13, L14',
    query: barQuery,
    success: { status: 200, description: 'The bars, oldest first.', content: [barList] },
    errors: ['not_found'],
  },
  getDepth: {
    method: 'get',
    path: '/depth',
    tag: 'Market',
    summary: 'Read the depth of an order book',
    description: 'Returns the depth of the order book that an order would trade against.',
    source: 'decision L20',
    query: depthQuery,
    success: { status: 200, description: 'The depth.', content: [depthView] },
    errors: ['not_found'],
  },
});
