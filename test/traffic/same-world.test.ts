/**
 * Decision R3: between a world and itself the comparison finds nothing, over the whole library of scenarios: each is
 * run, and the requests of its clients and its control plane are sent to another world of the same contents and seed.
 * @module-tag deep
 */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startScenarioWorld } from '../../src-server/app/start-scenario-world.ts';
import { loadScenario } from '../../src-server/runner/library/load-scenario.ts';
import { ANYWHERE, placeOf } from '../../src-server/runner/recording/service-address.ts';
import { playScenario } from '../../src-server/runner/replay/play-scenario.ts';
import { scenarioOptions } from '../../src-server/runner/replay/scenario-host.ts';
import { scenarioWorld } from '../../src-server/runner/replay/scenario-world.ts';
import type { StartedWorld, StartWorld } from '../../src-server/runner/replay/start-world.ts';
import { createTrafficHolder } from '../../src-server/runner/traffic/hold-traffic.ts';
import { createMirrorWorld } from '../../src-server/runner/traffic/mirror-world.ts';
import type { TrafficExchange } from '../../src-server/runner/traffic/traffic-exchange.ts';
import { NO_RESPONSE } from '../../src-server/scenario/compare/archived-response.ts';
import type { PlayJob } from '../../src-server/scenario/run/play-outcome.ts';
import { hostClock } from '../../src-server/system/host-time.ts';
import { proves } from '../conformance/proves.ts';
import { GOLDEN_SCENARIOS, LIBRARY_FOLDER } from '../support/library-scenarios.ts';

/** Times are those of the first world, and identifiers are learnt. */
const SAME = { shiftMs: 0, known: new Map<string, string>() };

function jobOf(file: string): PlayJob {
  const path = join(LIBRARY_FOLDER, file);
  const usual = { seed: null, vary: {}, dataDir: null, untilMs: null, restoreAfterStep: null } as const;
  return { ...usual, file: path, root: LIBRARY_FOLDER, retain: 'all' };
}

/** A recorder cannot unpack a body that is not packed as its header says. */
function gapOf(status: number | null, headers: TrafficExchange['requestHeaders']): TrafficExchange['gap'] {
  if (status === null) return NO_RESPONSE;
  if (headers['content-encoding'] === undefined) return null;
  return { reason: 'the body of the request cannot be unpacked', isProcessed: false };
}

/** Everything that was sent to the world of a scenario, with its responses and the virtual time. */
async function trafficOf(job: PlayJob): Promise<readonly TrafficExchange[]> {
  const seen: TrafficExchange[] = [];
  let started: StartedWorld | null = null;
  const start: StartWorld = async (options) => {
    started = await startScenarioWorld(options);
    return started;
  };
  const outcome = await playScenario(
    job,
    {
      onResponse({ method, url, sent, sentHeaders, status, headers, text }) {
        const place = placeOf(url, ANYWHERE);
        if (place === null || started === null) return;
        const key = sentHeaders.authorization === undefined || status === 401 ? 'none' : 'shown';
        const atMs = started.control.nowMs();
        const of = { requestHeaders: sentHeaders, requestBody: sent, status, headers, text, key, atMs } as const;
        seen.push({ ...place, method, ...of, durationMs: 0, gap: gapOf(status, sentHeaders) });
      },
    },
    start,
  );
  expect(outcome.status).toBe('passed');
  return seen;
}

describe('between a world and itself there is no difference', () => {
  test.each(GOLDEN_SCENARIOS)('%s', proves('R3.2'), async (file) => {
    const job = jobOf(file);
    const traffic = await trafficOf(job);
    const loaded = loadScenario(job.file, job.root, {});
    if (!loaded.ok) throw new Error(`${file} cannot be loaded`);
    const chosen = scenarioWorld(job, loaded.loaded);
    if (!chosen.ok) throw new Error(chosen.faults.join('\n'));
    const mirror = createMirrorWorld(
      await startScenarioWorld(scenarioOptions(chosen.world)),
      hostClock.monotonicMs,
      SAME,
    );
    const holder = createTrafficHolder(mirror);
    for (const exchange of traffic) await holder.hold(exchange);
    await mirror.stop();
    expect(holder.report().differences).toEqual([]);
  });
});
