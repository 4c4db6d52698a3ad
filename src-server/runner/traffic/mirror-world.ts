/**
 * A world that receives the same requests as the real service: in the same order, at the same intervals, with its own
 * ids instead of the real ones.
 */
import { isSecretHeader } from '../../engine/redaction/credential-names.ts';
import { parsed } from '../../scenario/compare/response-differences.ts';
import type { ScenarioResponse } from '../../scenario/run/scenario-host.ts';
import { createHttpClient } from '../../system/http/http-client.ts';
import { requestParts, scenarioResponseOf } from '../replay/scenario-request.ts';
import type { StartedWorld } from '../replay/start-world.ts';
import type { TrafficExchange } from './traffic-exchange.ts';

export interface MirrorWorld {
  /** Its response to a request, and how long it took. */
  send(exchange: TrafficExchange): Promise<ScenarioResponse & { readonly durationMs: number }>;
  /** Learns from both responses which ids correspond. */
  learn(exchange: TrafficExchange, response: ScenarioResponse): void;
  stop(): Promise<void>;
}

/** Headers that belong to a connection or to a browser. */
const LEFT_OUT =
  /^(?:host|connection|keep-alive|content-(?:length|encoding)|transfer-encoding|upgrade|te|trailer|expect|accept-encoding|origin|referer|sec-.*|proxy-.*|x-forwarded-.*)$/;
/** Members whose text is an id. */
const NAMES_SOMETHING = /(?:^|_)(?:id|secret)$/;
/** If the real response was lost, there is no point in waiting longer here. */
const LOST_MS = 2_000;
const WRONG_KEY = 'a-key-that-opens-nothing';

interface MirrorTerms {
  /** Offset of the world's times from those of the real requests. */
  readonly shiftMs: number;
  /** Ids of the real service, with those here, that are known before the first request. */
  readonly known: ReadonlyMap<string, string>;
}

/** Time does not move while that of a request is unknown. */
export function createMirrorWorld(
  world: StartedWorld,
  monotonicMs: () => number,
  { shiftMs, known }: MirrorTerms,
): MirrorWorld {
  const client = createHttpClient();
  const ours = new Map(known);
  const inOurs = (text: string) => text.replaceAll(/[A-Za-z0-9_-]{6,}/g, (id) => ours.get(id) ?? id);
  // Segments of a path may be shorter, and have other characters.
  const pathInOurs = (path: string) => inOurs(path.replaceAll(/[^/?&=]+/g, (step) => ours.get(step) ?? step));
  const goTo = async (atMs: number | null) => {
    if (atMs !== null && atMs + shiftMs > world.control.nowMs()) await world.control.advanceTo(atMs + shiftMs);
  };
  return {
    async send({ base, method, path, requestHeaders, requestBody, key, atMs, status }) {
      await goTo(atMs);
      const headers = Object.entries(requestHeaders).filter(([name]) => !LEFT_OUT.test(name) && !isSecretHeader(name));
      const shown = ours.get(secretOf(requestHeaders)) ?? null;
      const parts = requestParts(world, {
        base,
        method,
        path: pathInOurs(path),
        headers: Object.fromEntries(headers),
        ...(requestBody === null ? {} : { text: inOurs(requestBody) }),
        ...keyOf(base, key, status, shown),
        ...(status === null ? { timeoutMs: LOST_MS } : {}),
      });
      const beganMs = monotonicMs();
      const response = scenarioResponseOf(await client.send(parts));
      return { ...response, durationMs: monotonicMs() - beganMs };
    },
    learn({ text }, { body }) {
      for (const [real, own] of namesIn(parsed(text), body)) ours.set(real, own);
    },
    async stop() {
      client.close();
      await world.stop();
    },
  };
}

function secretOf({ authorization = '' }: TrafficExchange['requestHeaders']): string {
  return authorization.replace(/^Bearer /, '');
}

function keyOf(
  base: TrafficExchange['base'],
  key: TrafficExchange['key'],
  status: number | null,
  shown: string | null,
) {
  if (base === 'control') return {};
  if (key === 'none') return { key: status === 401 && shown === null ? WRONG_KEY : null };
  return shown === null ? {} : { key: shown };
}

/** Pairs of ids at the same place of both responses. */
function namesIn(real: unknown, own: unknown, name = ''): [string, string][] {
  if ((typeof real === 'string' || typeof real === 'number') && typeof own === 'string')
    return NAMES_SOMETHING.test(name) && real !== own ? [[String(real), own]] : [];
  if (typeof real !== 'object' || typeof own !== 'object' || real === null || own === null) return [];
  const others = own as Readonly<Record<string, unknown>>;
  return Object.entries(real).flatMap(([each, value]) =>
    namesIn(value, others[each], Array.isArray(real) ? name : each),
  );
}
