/** A built-in receiver of webhooks, for a test. */
import type { SinkView } from '../contract/control/webhooks/sinks.ts';
import type { SinkClient } from './ballast-handle.ts';
import { type ControlPlane, PAGE_LIMIT, queryOf } from './control-plane.ts';

export function createSinkClient(plane: ControlPlane, origin: string, name: string): SinkClient {
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
    received: () => allReceived(plane, view),
    async forget() {
      await plane.ask('DELETE', view);
    },
  };
}

/** Pages go back in time, and each is oldest first. */
async function allReceived(plane: ControlPlane, view: string): Promise<SinkView['requests']> {
  const pages: SinkView['requests'][] = [];
  let cursor: string | undefined;
  do {
    const part: SinkView = await plane.ask('GET', `${view}${queryOf({ cursor, limit: PAGE_LIMIT })}`);
    pages.unshift(part.requests);
    cursor = part.next ?? undefined;
  } while (cursor !== undefined);
  return pages.flat();
}
