/** `/sim/worlds`: many worlds on one server (decisions N1 to N7). */
import type { RequestHandler, Router } from 'express';
import { addressOfWorld } from '../../../contract/control/worlds/world-address.ts';
import {
  type CreatedWorld,
  type CreateWorld,
  comparisonQuery,
  createWorld,
  type HostedWorldWire,
  importWorldQuery,
  type WorldComparison,
  type WorldList,
} from '../../../contract/control/worlds/worlds.ts';
import { worldsOperations } from '../../../contract/control/worlds/worlds-operations.ts';
import { formatInstant, parseDuration, parseInstant } from '../../../domain/numbers/instant.ts';
import { addOperation } from '../../http/add-operation.ts';
import { parseBody } from '../../http/bodies/read-body.ts';
import { readLargeJson, readZip } from '../../http/bodies/read-large-body.ts';
import { parseQuery } from '../../http/parse-query.ts';
import { acceptedOf, Problem, problemOfDetails } from '../../http/problem.ts';
import { contextOf } from '../../http/request-context.ts';
import { sendJson } from '../../http/send-response.ts';
import { viewEvent } from '../../views/world/view-event.ts';
import type { MadeWorld, WorldFacts, WorldSettings, WorldSource, WorldStay, WorldsService } from './worlds-service.ts';

export interface WorldsRouteDependencies {
  /** `null` in every world but the first: what ends with it makes no others. */
  readonly worlds: WorldsService | null;
  /** Of this server, without the address of a world. */
  readonly serverOrigin: string;
}

export function addWorldsRoutes(router: Router, service: WorldsRouteDependencies): void {
  const worlds = () => {
    if (service.worlds !== null) return service.worlds;
    throw new Problem('not_found', 'Use /sim/worlds of the server, not of a world, to list and make worlds.');
  };
  const origin = service.serverOrigin;
  addOperation(router, worldsOperations.listWorlds, (request, response) => {
    const { most, canStore } = worlds();
    const list = worlds()
      .list()
      .map((facts) => viewWorld(facts, origin));
    const unopened = worlds().listUnopened();
    sendJson(request, response, 200, { worlds: list, unopened, most, can_store: canStore } satisfies WorldList);
  });
  addOperation(router, worldsOperations.createWorld, readLargeJson, async (request, response) => {
    const asked = parseBody(request, createWorld);
    const made = await worlds().create(sourceOf(asked), settingsOf(asked), stayOf(asked, asked.keep));
    sendJson(request, response, 201, viewMade(acceptedOf(made), origin));
  });
  addOperation(router, worldsOperations.importWorld, checkImportQuery, readZip, async (request, response) => {
    const query = parseQuery(request, importWorldQuery);
    const made = await worlds().import(request.body as Buffer, stayOf(query, query.keep === 'true'));
    sendJson(request, response, 201, viewMade(acceptedOf(made), origin));
  });
  addOperation(router, worldsOperations.getWorld, (request, response) =>
    sendJson(request, response, 200, viewWorld(acceptedOf(worlds().find(request.params.name)), origin)),
  );
  addOperation(router, worldsOperations.deleteWorld, async (request, response) => {
    const { name } = request.params;
    acceptedOf(await worlds().end(name));
    sendJson(request, response, 200, { name, deleted: true });
  });
  addOperation(router, worldsOperations.exportWorld, async (request, response) => {
    const { name } = request.params;
    const archive = acceptedOf(await worlds().export(name));
    response.setHeader('X-Request-Id', contextOf(request).requestId);
    response.setHeader('Content-Disposition', `attachment; filename="${name}.ballast-world.zip"`);
    response.type('application/zip').send(archive);
  });
  addOperation(router, worldsOperations.compareWorlds, (request, response) => {
    const { with: other } = parseQuery(request, comparisonQuery);
    const { first, second, sameEvents, next } = acceptedOf(worlds().compare(request.params.name, other));
    const view = ({ name, nowMs, events, head }: WorldFacts, index: 0 | 1) => {
      const event = next[index];
      return { name, now: formatInstant(nowMs), events, head, next: event === null ? null : viewEvent(event) };
    };
    const answer: WorldComparison = {
      first: view(first, 0),
      second: view(second, 1),
      same_events: sameEvents,
      are_equal: first.head === second.head,
    };
    sendJson(request, response, 200, answer);
  });
}

/** Before a large body is read. */
const checkImportQuery: RequestHandler = (request, _response, next) => {
  parseQuery(request, importWorldQuery);
  next();
};

/** What contradicts a copy: it has these already. */
const OF_NEW_WORLDS = ['import', 'seed', 'clock', 'drift_check', 'dividends', 'settlement'] as const;

function sourceOf(asked: CreateWorld): WorldSource {
  const { world, snapshot, fork_of: fork } = asked;
  const sources = (['world', 'snapshot', 'fork_of'] as const).filter((name) => asked[name] !== undefined);
  const [source, second] = sources;
  if (second !== undefined) refuse(second, `cannot be given with /${source}: a world can have only one source`);
  if (snapshot === undefined && fork === undefined)
    return { kind: 'new', contents: world ?? null, prices: asked.import ?? null };
  const contradicting = OF_NEW_WORLDS.find((name) => asked[name] !== undefined);
  if (contradicting !== undefined)
    refuse(contradicting, `cannot be given with /${source}, which already determines it`);
  return fork === undefined ? { kind: 'snapshot', snapshot: snapshot ?? '' } : { kind: 'fork', world: fork };
}

function refuse(field: string, issue: string): never {
  throw problemOfDetails([{ path: `/${field}`, issue }], 'request body');
}

function settingsOf(asked: CreateWorld): WorldSettings {
  const { seed, clock, clock_mode, clock_rate, drift_check, tier, rules, dividends, settlement } = asked;
  const { rate_limit, rate_limit_clock } = asked;
  return {
    ...(seed === undefined ? {} : { seed }),
    ...(clock === undefined ? {} : { startAt: parseInstant(clock) ?? 0 }),
    ...(clock_mode === undefined ? {} : { clockMode: clock_mode }),
    ...(clock_rate === undefined ? {} : { clockRate: clock_rate }),
    ...(drift_check === undefined ? {} : { driftCheckMs: parseDuration(drift_check) ?? 0 }),
    ...(tier === undefined ? {} : { tier }),
    ...(rules === undefined ? {} : { rules }),
    ...(rate_limit === undefined ? {} : { rateLimitPerMinute: rate_limit === 'off' ? null : rate_limit }),
    ...(rate_limit_clock === undefined ? {} : { rateLimitClock: rate_limit_clock }),
    ...(dividends === undefined ? {} : { dividends }),
    ...(settlement === undefined ? {} : { settlement }),
  };
}

function stayOf(
  { name, expires_after }: { readonly name?: string | undefined; readonly expires_after?: string | undefined },
  isStored: boolean,
): WorldStay {
  const expiresAfterMs = expires_after === undefined ? null : parseDuration(expires_after);
  return { name: name ?? null, expiresAfterMs, isStored };
}

function viewWhere({ name, seed, nowMs, createdMs, expiresMs, isStored, forkOf }: WorldFacts, serverOrigin: string) {
  const origin = `${serverOrigin}${addressOfWorld(name)}`;
  return {
    name,
    base_url: `${origin}/v1`,
    form_a_url: `${origin}/form-a/v1`,
    form_b_url: `${origin}/form-b/v1`,
    control_url: `${origin}/sim`,
    seed,
    now: formatInstant(nowMs),
    created: formatInstant(createdMs),
    expires: expiresMs === null ? null : formatInstant(expiresMs),
    stored: isStored,
    fork_of: forkOf,
  };
}

function viewWorld(facts: WorldFacts, origin: string): HostedWorldWire {
  const { events, head } = facts;
  return { ...viewWhere(facts, origin), events, head };
}

function viewMade(made: MadeWorld, origin: string): CreatedWorld {
  const { apiKey, adminToken, aliases } = made;
  return {
    ...viewWhere(made, origin),
    api_key: apiKey,
    admin_token: adminToken,
    aliases: Object.fromEntries(aliases),
  };
}
