/**
 * `/sim/faults`, with `/sim/exchanges` and `/sim/depth`: injects faults, and shows the state of the market
 * (decision L).
 */

import { interfaceFaultView, webhookFaultView } from '../../../contract/control/http-faults/http-faults.ts';
import type { exchangeOperations } from '../../../contract/control/market/exchange-operations.ts';
import type { faultOperations } from '../../../contract/control/market/fault-operations.ts';
import type { FaultView } from '../../../contract/control/market/faults.ts';
import { marketFaultKind } from '../../../contract/control/market/market-fault-kinds.ts';
import type { marketOperations } from '../../../contract/control/market/market-operations.ts';
import { invariant } from '../../../domain/invariant.ts';
import { FAULT_SCOPES } from '../../../domain/market-choices.ts';
import { changeExchange } from '../../../engine/commands/market/change-exchange.ts';
import { endAllFaults, endFault } from '../../../engine/commands/market/set-fault.ts';
import { type HttpFault, scopeOfKind } from '../../../engine/http-faults/http-fault.ts';
import { endAllHttpFaults, endHttpFault } from '../../../engine/http-faults/set-http-fault.ts';
import { exchangeStatus, exchangeStatuses, marketDepth } from '../../../engine/market/exchange-status.ts';
import { accepted, mapOutcome, type Outcome } from '../../../engine/outcome.ts';
import type { World } from '../../../engine/world.ts';
import { toExchangeChange } from '../../../scenario/run/exchange-change.ts';
import { setAnyFault } from '../../../scenario/run/set-any-fault.ts';
import { pageOf } from '../../http/page-of.ts';
import { isUnmet, type UnmetDependencies, withUnmet } from '../../http-faults/unmet-faults.ts';
import { viewCoverage } from '../../http-faults/view-coverage.ts';
import type { HandlersFor } from '../../services.ts';
import { viewDepth, viewExchange } from '../../views/market/view-exchanges.ts';
import { viewFault, viewHttpFault } from '../../views/market/view-faults.ts';
import { withFile, withWarnings } from './stub-handlers.ts';

type Scope = (typeof FAULT_SCOPES)[number];

export const faultHandlers: HandlersFor<typeof faultOperations, keyof UnmetDependencies | 'readStubContent'> = {
  async listFaults(call) {
    const { world, query, nowMs, client } = call;
    const { scope: wanted, unmet, ...page } = query;
    const all = scopesOf(wanted).flatMap((scope) => [...faultsOf(world, scope)]);
    const listed = all.filter((fault) => !unmet || isUnmet(fault, nowMs));
    const found = pageOf<AnyFault>(listed, page, ({ faultId }) => faultId);
    if (!found.ok) return found;
    const { rows, next } = found.value;
    const faults = rows.map((fault) => viewAny(world, fault));
    return mapOutcome(await withUnmet(call, unmet, rows, client), (explained) => ({ faults, ...explained, next }));
  },

  setFault({ world, webhooks, readStubContent, body: requested, client }) {
    const body = requested.kind === 'api_stub' ? withFile(client, requested, { readStubContent }) : accepted(requested);
    if (!body.ok) return body;
    const set: Outcome<AnyFault> = setAnyFault(world, webhooks, body.value);
    return mapOutcome(set, ({ faultId }) => ({
      ...viewAny(world, findFault(world, faultId)),
      ...withWarnings(world, faultId),
    }));
  },

  endAllFaults({ world, query }) {
    const ended = scopesOf(query.scope).flatMap<AnyFault>((scope) =>
      scope === 'market' ? endAllFaults(world) : endAllHttpFaults(world, scope),
    );
    return accepted({ faults: ended.map((fault) => viewAny(world, fault)) });
  },

  getFaultCoverage: async ({ world, journal }) => accepted(await viewCoverage({ world, journal })),

  endFault({ world, params: { id } }) {
    const ofWire = endHttpFault(world, id);
    const ended: Outcome<AnyFault> = ofWire === null ? endFault(world, id) : accepted(ofWire);
    return mapOutcome(ended, (fault) => viewAny(world, fault));
  },
};

type AnyFault = Parameters<typeof viewFault>[0] | HttpFault;

function scopesOf(wanted: Scope | undefined): readonly Scope[] {
  return wanted === undefined ? FAULT_SCOPES : [wanted];
}

/** Uses the present time of the world: a file's content restarts the command, which may have moved the clock. */
function viewAny({ kernel: { nowMs } }: World, fault: AnyFault): FaultView {
  if (!('terms' in fault)) return viewFault(fault, marketFaultKind(fault.kind).amount, nowMs);
  const shown = viewHttpFault(fault, nowMs);
  return shown.scope === 'interface' ? interfaceFaultView.parse(shown) : webhookFaultView.parse(shown);
}

function faultsOf({ faults, httpFaults }: World, scope: Scope): readonly AnyFault[] {
  if (scope === 'market') return faults.all();
  return httpFaults.all().filter(({ terms }) => scopeOfKind(terms.kind) === scope);
}

/** Finds a fault by its id, for example one that was just set. */
function findFault({ faults, httpFaults }: World, faultId: string): AnyFault {
  const fault = httpFaults.find(faultId) ?? faults.find(faultId);
  invariant(fault !== null, `${faultId} was set, and is not there`);
  return fault;
}

export const exchangeHandlers: HandlersFor<typeof exchangeOperations, 'world'> = {
  listExchanges: ({ world, nowMs }) => accepted({ exchanges: exchangeStatuses(world, nowMs).map(viewExchange) }),

  getExchange: ({ world, params, nowMs }) => mapOutcome(exchangeStatus(world, params.mic, nowMs), viewExchange),

  changeExchange({ world, params: { mic }, body, nowMs }) {
    const changed = changeExchange(world, mic, toExchangeChange(body));
    return changed.ok ? mapOutcome(exchangeStatus(world, mic, nowMs), viewExchange) : changed;
  },
};

export const depthHandlers: HandlersFor<Pick<typeof marketOperations, 'getDepth'>, 'world'> = {
  getDepth: ({ world, query: { isin, exchange }, nowMs }) =>
    mapOutcome(marketDepth(world, isin, exchange, nowMs), viewDepth),
};
