/**
 * Descriptions of the helpers' arguments, for JavaScript and Python alike: by the name of an argument, or of a helper
 * and its argument where the name alone is ambiguous. `{Name}` is a link to the members of an object.
 */
import type { z } from 'zod';
import { createStub } from '../../../src-server/contract/control/http-faults/stubs.ts';
import { createCorporateActionBody } from '../../../src-server/contract/control/market/corporate-actions.ts';
import { changeExchangeBody } from '../../../src-server/contract/control/market/exchange-control.ts';
import { createFault } from '../../../src-server/contract/control/market/faults.ts';
import { createMarketEvent } from '../../../src-server/contract/control/market/market-control.ts';
import { createCashFlowBody } from '../../../src-server/contract/control/portfolios/cash-flows.ts';
import { setConstraintsBody } from '../../../src-server/contract/control/portfolios/constraints.ts';
import { createOrderAction } from '../../../src-server/contract/control/portfolios/order-actions.ts';
import { setPolicyBody } from '../../../src-server/contract/control/portfolios/policies.ts';
import { setPositionsBody } from '../../../src-server/contract/control/portfolios/portfolios.ts';
import { scriptSink } from '../../../src-server/contract/control/webhooks/sinks.ts';
import { createWebhook, deliveriesQuery } from '../../../src-server/contract/control/webhooks/webhooks.ts';
import { setClockMode } from '../../../src-server/contract/control/world/clock.ts';
import { journalQuery, verifyRequests } from '../../../src-server/contract/control/world/journal.ts';
import { startOptions } from '../../../src-server/contract/control/world/test-server.ts';
import { createWorld } from '../../../src-server/contract/control/worlds/worlds.ts';
import { createPortfolioABody } from '../../../src-server/contract/service/form-a.ts';
import { createPortfolioBBody } from '../../../src-server/contract/service/form-b.ts';

/** Objects by the name of their section, with the schema that the server validates them with. */
export const BODIES: Readonly<Record<string, z.ZodType>> = {
  StartOptions: startOptions,
  SetClockMode: setClockMode,
  CreateFault: createFault,
  CreateStub: createStub,
  CreateMarketEvent: createMarketEvent,
  CreateCorporateAction: createCorporateActionBody,
  ChangeExchange: changeExchangeBody,
  ScriptSink: scriptSink,
  CreateWebhook: createWebhook,
  DeliveryFilter: deliveriesQuery.omit({ limit: true, cursor: true }),
  VerifyRequests: verifyRequests,
  JournalFilter: journalQuery.omit({ limit: true, cursor: true, full: true }),
  CreatePortfolioA: createPortfolioABody,
  CreatePortfolioB: createPortfolioBBody,
  SetPositions: setPositionsBody,
  CreateCashFlow: createCashFlowBody,
  SetConstraints: setConstraintsBody,
  SetPolicy: setPolicyBody,
  CreateOrderAction: createOrderAction,
  CreateWorld: createWorld,
};

/** Contents of worlds are described elsewhere, at length. */
export const NOT_SHOWN = ['CreateWorld.world', 'CreateWorld.import', 'StartOptions.world'];

const PORTFOLIO =
  '`form`: `A` or `B`; then members of {CreatePortfolioA} or {CreatePortfolioB}, of which every one may be left out. For Form A also `positions`, as in {SetPositions}, and `cash` in the base currency';
const WORLD =
  '{CreateWorld}, whose names are in camelCase in JavaScript (`expiresAfter`); every member may be left out';
const FORK = '`name`, `expires_after`, `keep` and `clock_mode` of {CreateWorld}, in JavaScript in camelCase';

export const ARGUMENTS: Readonly<Record<string, string>> = {
  portfolioId: 'identifier of the portfolio, `pf_…`',
  rebalanceId: 'identifier of the rebalance, of either form: `rb_…`, `mr_…`',
  orderId: 'identifier of the order, `or_…`; `order.acknowledged` of `events` names it once its exchange works on it',
  deliveryId: 'identifier of the delivery, `dl_…`, from `deliveries`',
  marketEventId: 'identifier of the event, `me_…`, from what `addEvent` resolved with',
  isin: 'the instrument, by its ISIN',
  mic: 'the exchange, by its market identifier code: `XETR`',
  within: 'the most virtual time to wait, as `90m`, `2d`, `PT90M`; 7 d where it is left out',
  patience: '`{within: "2d"}`: the most virtual time to wait; 7 d where it is left out',
  'startBallast.options': '{StartOptions}',
  'start.options':
    '{StartOptions} in snake_case; `data` stands for `dataDir`, `fixture` is the path of a world file, and `log` is not taken',
  'start.command': 'how Ballast is run, word by word',
  'connectBallast.options': '`controlUrl`: address of the control plane, which ends in `/sim`; `adminToken`: its token',
  controlUrl: 'address of the control plane, which ends in `/sim`',
  adminToken: 'token of the control plane',
  'playScenario.file': 'path of the scenario file',
  'playScenario.options': '{PlayOptions}',
  'exploreClient.options': '{ExploreOptions}',
  others: 'headers to send as well, by name',
  'fetch.path': 'path below the base of both forms (`/prices/…`), or with its own base (`/form-a/v1/…`)',
  'fetch.init': 'what `fetch` takes, and `json`: a body to send as JSON, by POST unless `method` says otherwise',
  'fetch.json': 'a body to send as JSON',
  'fetch.method': 'GET where it is left out, and POST with `json`',
  'fetch.headers': 'headers to send as well, by name',
  'fetch.timeoutS': 'seconds to wait for the answer',
  'control.method': 'method of the operation, in capitals',
  'control.path': 'path below `/sim`',
  'control.body': 'body of the request, sent as JSON',
  'setClock.change': '{SetClockMode}',
  'advance.how':
    "a duration (`'90m'`, `{by: '90m'}`), or an instant that is not in the past (`{to: '2026-03-03T09:00:00Z'}`)",
  'advance.by': 'a duration: `90m`, `2d`, `PT90M`',
  'advance.to': 'an instant that is not in the past, in place of a duration',
  'fault.fault': '{CreateFault}',
  'stub.stub': '{CreateStub}',
  'sink.name': '`default` where it is left out; 1 to 64 of `A-Za-z0-9._~-`',
  'sink.listen.types': 'types of events, such as `rebalance.complete`; none stands for all',
  'sink.answer.answers': '`answers` of {ScriptSink}',
  'sink.answer.afterwards': '`afterwards` of {ScriptSink}',
  endpoint: '{CreateWebhook}',
  'deliveries.filter': '{DeliveryFilter}, with `webhookId` and `eventId` in place of `webhook_id` and `event_id`',
  'deliveries.query': '{DeliveryFilter}',
  expectation: 'members of `match` of {VerifyRequests}, and beside them how often and until when: its other members',
  'journal.filter': '{JournalFilter}',
  'journal.query': '{JournalFilter}',
  'events.type': 'a type of the event log, such as `order.filled`; all where it is left out',
  'trace.id': 'identifier of a request, rebalance, order, fill, event or delivery',
  'trace.identifier': 'identifier of a request, rebalance, order, fill, event or delivery',
  portfolio: PORTFOLIO,
  'createPortfolio.form': '`A` or `B`',
  said: 'members of {CreatePortfolioA} or {CreatePortfolioB}. For Form A also `positions`, as in {SetPositions}, and `cash` in the base currency',
  alias: 'the name that the contents of the world gave the portfolio with `as`',
  'cashFlow.flow': '{CreateCashFlow}',
  'endCashFlow.flow': 'the cash flow, as `cashFlow` or `cashFlows` gave it',
  'settlements.query': '`status`: `pending` or `settled`; all where it is left out',
  'settlements.status': '`pending` or `settled`; all where it is left out',
  constraints: '{SetConstraints}',
  policy: '{SetPolicy}',
  'actOnOrder.action': '{CreateOrderAction}',
  'snapshot.name':
    'a name of 1 to 64 letters, digits, dots, hyphens and underscores; `test-1`, `test-2` … where it is left out',
  'restore.name': 'the name of a snapshot of this world',
  'world.options': WORLD,
  'fork.options': FORK,
  'market.jump.size': 'by how much the price changes: -0.08 lowers it by 8 %',
  'market.jump.at': 'the instant; now where it is left out',
  'market.addEvent.event': '{CreateMarketEvent}',
  'market.pin.mid': 'the price between bid and ask, at most six decimals',
  'market.pin.currency': 'currency of the price (ISO 4217); listings in others have it converted',
  'market.pinRate.currency': 'the currency (ISO 4217)',
  'market.pinRate.perEur': 'units of the currency for one EUR',
  'market.unpin.subject': 'an ISIN or a currency',
  'market.corporateAction.action': '{CreateCorporateAction}',
  'market.cancelCorporateAction.action': 'the action, as `corporateAction` or `corporateActions` gave it',
  'market.setExchange.change': '{ChangeExchange}',
};
