/**
 * Does once in a thread what trials do, before the first of them: code that was never run is slow, and a client with a
 * short patience would take that for a fault.
 */
import { parseInstant } from '../../domain/numbers/instant.ts';
import { createScenarioHost } from '../replay/scenario-host.ts';
import type { StartWorld } from '../replay/start-world.ts';

let done: Promise<void> | null = null;

export function warmUp(startWorld: StartWorld): Promise<void> {
  done ??= playOnce(startWorld);
  return done;
}

const START_MS = parseInstant('2026-03-02T09:30:00Z') ?? 0;
const SPAN_MS = 600_000;
const PORTFOLIO = { name: 'Warm-up', currency: 'EUR', tax_jurisdiction: 'DE' };

async function playOnce(startWorld: StartWorld): Promise<void> {
  const host = await createScenarioHost(
    { seed: 1, startAt: START_MS, driftCheckMs: null, hasClients: true },
    startWorld,
  );
  try {
    const { body } = await host.send({ base: 'A', method: 'POST', path: '/portfolios', body: PORTFOLIO });
    const { portfolio_id: id } = body as { readonly portfolio_id: string };
    const webhook = { url: '/sim/sink/warm-up' };
    await host.send({ base: 'control', method: 'POST', path: '/webhooks', body: webhook });
    await host.send({ base: 'control', method: 'POST', path: `/portfolios/${id}/cash`, body: { amount: 10_000 } });
    const targets = { target_weights: { DE0007164600: 1 } };
    await host.send({ base: 'A', method: 'POST', path: `/portfolios/${id}/rebalance`, body: targets });
    await host.advanceTo(START_MS + SPAN_MS);
  } finally {
    await host.stop();
  }
}
