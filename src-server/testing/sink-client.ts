/** A built-in receiver of webhooks, for a test. */
import type { SinkView } from '../contract/control/webhooks/sinks.ts';
import type { SinkClient } from './ballast-handle.ts';
import { type ControlPlane, PAGE_LIMIT } from './control-plane.ts';

export function createSinkClient(plane: ControlPlane, origin: string, name: string): SinkClient {
  const path = `/sim/sink/${encodeURIComponent(name)}`;
  const params = { name };
  return {
    name,
    path,
    url: `${origin}${path}`,
    listen: (...types) =>
      plane.ask('POST /webhooks', { body: { url: path, ...(types.length > 0 ? { events: types } : {}) } }),
    async answer(answers, afterwards) {
      const body = { answers, ...(afterwards === undefined ? {} : { afterwards }) };
      await plane.ask('PUT /sinks/{name}', { params, body });
    },
    async accept() {
      await plane.ask('DELETE /sinks/{name}/answers', { params });
    },
    received: () => allReceived(plane, params),
    async forget() {
      await plane.ask('DELETE /sinks/{name}', { params });
    },
  };
}

/** Pages go back in time, and each is oldest first. */
async function allReceived(plane: ControlPlane, params: { readonly name: string }): Promise<SinkView['requests']> {
  const pages: SinkView['requests'][] = [];
  let cursor: string | undefined;
  do {
    const part = await plane.ask('GET /sinks/{name}', { params, query: { cursor, limit: PAGE_LIMIT } });
    pages.unshift(part.requests);
    cursor = part.next ?? undefined;
  } while (cursor !== undefined);
  return pages.flat();
}
