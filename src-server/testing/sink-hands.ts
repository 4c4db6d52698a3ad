/** A built-in receiver of webhooks, for a test. */
import type { SinkView } from '../contract/sinks.ts';
import type { SinkHands } from './ballast-handle.ts';
import type { ControlPlane } from './control-plane.ts';

/** As many as a sink shows at once. */
const MOST_SHOWN = 1000;

export function createSinkHands(plane: ControlPlane, origin: string, name: string): SinkHands {
  const path = `/sim/sink/${encodeURIComponent(name)}`;
  const view = `/sinks/${encodeURIComponent(name)}`;
  return {
    name,
    path,
    url: `${origin}${path}`,
    listen: (...types) => plane.ask('POST', '/webhooks', { url: path, ...(types.length > 0 ? { events: types } : {}) }),
    async answer(answers, afterwards) {
      await plane.ask('PUT', view, { answers, ...(afterwards === undefined ? {} : { afterwards }) });
    },
    async accept() {
      await plane.ask('DELETE', `${view}/answers`);
    },
    received: async () => (await plane.ask<SinkView>('GET', `${view}?limit=${MOST_SHOWN}`)).requests,
    async forget() {
      await plane.ask('DELETE', view);
    },
  };
}
