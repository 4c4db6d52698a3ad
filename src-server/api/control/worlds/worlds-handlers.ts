/** `/sim/worlds`: many worlds on one server (decisions N1 to N7). */
import { addressOfWorld } from '../../../contract/control/worlds/world-address.ts';
import type {
  CreatedWorld,
  CreateWorld,
  HostedWorldWire,
  WorldComparison,
} from '../../../contract/control/worlds/worlds.ts';
import type { worldsOperations } from '../../../contract/control/worlds/worlds-operations.ts';
import { formatInstant, parseDuration, parseInstant } from '../../../domain/numbers/instant.ts';
import { accepted, mapOutcome, type Outcome, type Refusal, refused, refusedFor } from '../../../engine/outcome.ts';
import { fileReply } from '../../http/handler.ts';
import type { HandlersFor, Services } from '../../services.ts';
import { viewEvent } from '../../views/world/view-event.ts';
import type {
  LogComparison,
  NewWorldFacts,
  WorldFacts,
  WorldSettings,
  WorldSource,
  WorldStay,
  WorldsService,
} from './worlds-service.ts';

export const worldsHandlers: HandlersFor<typeof worldsOperations, 'worlds' | 'serverOrigin'> = {
  listWorlds: ({ worlds, serverOrigin }) =>
    ofServer(worlds, (hosted) =>
      accepted({
        worlds: hosted.list().map((facts) => viewWorld(facts, serverOrigin)),
        unopened: hosted.listUnopened(),
        most: hosted.most,
        can_store: hosted.canStore,
      }),
    ),

  createWorld: ({ worlds, serverOrigin, body }) =>
    ofServer(worlds, async (hosted) => {
      const source = sourceOf(body);
      if (!source.ok) return source;
      const made = await hosted.create(source.value, settingsOf(body), stayOf(body, body.keep));
      return mapOutcome(made, (world) => viewMade(world, serverOrigin));
    }),

  getWorld: ({ worlds, serverOrigin, params }) =>
    ofServer(worlds, (hosted) => mapOutcome(hosted.find(params.name), (facts) => viewWorld(facts, serverOrigin))),

  deleteWorld: ({ worlds, params: { name } }) =>
    ofServer(worlds, async (hosted) => mapOutcome(await hosted.end(name), () => ({ name, deleted: true }))),

  exportWorld: ({ worlds, params: { name } }) =>
    ofServer(worlds, async (hosted) => {
      const archive = await hosted.export(name);
      return archive.ok ? fileReply('application/zip', `${name}.ballast-world.zip`, archive.value) : archive;
    }),

  importWorld: ({ worlds, serverOrigin, query, body }) =>
    ofServer(worlds, async (hosted) => {
      const made = await hosted.import(body, stayOf(query, query.keep === 'true'));
      return mapOutcome(made, (world) => viewMade(world, serverOrigin));
    }),

  compareWorlds: ({ worlds, params, query }) =>
    ofServer(worlds, (hosted) => mapOutcome(hosted.compare(params.name, query.with), viewComparison)),
};

/** Calls `handle` with the worlds of the server; 404 below a world that is not its first. */
function ofServer<A>(worlds: Services['worlds'], handle: (hosted: WorldsService) => A): A | Refusal {
  if (worlds !== null) return handle(worlds);
  return refused('not_found', 'To list and create worlds, use /sim/worlds of the server, not of a world.');
}

/** Members that contradict a copy, which has them already. */
const OF_NEW_WORLDS = ['import', 'seed', 'clock', 'drift_check', 'dividends', 'settlement'] as const;

function sourceOf(request: CreateWorld): Outcome<WorldSource> {
  const { world, snapshot, fork_of: fork } = request;
  const sources = (['world', 'snapshot', 'fork_of'] as const).filter((name) => request[name] !== undefined);
  const [source, second] = sources;
  if (request.fork_at !== undefined && fork === undefined)
    return contradicted('fork_at', 'has no effect without /fork_of');
  if (second !== undefined)
    return contradicted(second, `cannot be given with /${source}: a world can have only one source`);
  if (snapshot === undefined && fork === undefined)
    return accepted({ kind: 'new', contents: world ?? null, prices: request.import ?? null });
  const contradicting = OF_NEW_WORLDS.find((name) => request[name] !== undefined);
  if (contradicting !== undefined)
    return contradicted(contradicting, `cannot be given with /${source}, which already determines it`);
  if (fork === undefined) return accepted({ kind: 'snapshot', snapshot: snapshot ?? '' });
  return accepted({ kind: 'fork', world: fork, isBeginning: request.fork_at === 'beginning' });
}

function contradicted(field: string, issue: string): Refusal {
  return refusedFor('The request body is invalid', [{ path: `/${field}`, issue }]);
}

function settingsOf(request: CreateWorld): WorldSettings {
  const { seed, clock, clock_mode, clock_rate, drift_check, tier, rules, dividends, settlement } = request;
  const { rate_limit, rate_limit_clock } = request;
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

function viewMade(made: NewWorldFacts, origin: string): CreatedWorld {
  const { apiKey, adminToken, aliases } = made;
  return {
    ...viewWhere(made, origin),
    api_key: apiKey,
    admin_token: adminToken,
    aliases: Object.fromEntries(aliases),
  };
}

function viewComparison({ first, second, sameEvents, next }: LogComparison): WorldComparison {
  const view = ({ name, nowMs, events, head }: WorldFacts, index: 0 | 1) => {
    const event = next[index];
    return { name, now: formatInstant(nowMs), events, head, next: event === null ? null : viewEvent(event) };
  };
  return {
    first: view(first, 0),
    second: view(second, 1),
    same_events: sameEvents,
    are_equal: first.head === second.head,
  };
}
