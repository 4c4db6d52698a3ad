/** A receiver of webhooks that outlives the servers: counts what it receives. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Receiver {
  readonly url: string;
  /** Number of requests that were accepted, by webhook id. */
  readonly taken: ReadonlyMap<string, number>;
  close(): void;
}

/** Refuses every seventh request, so that attempts are repeated. */
const REFUSED = 7;

export async function startReceiver(): Promise<Receiver> {
  const taken = new Map<string, number>();
  let requests = 0;
  const server = createServer((request, response) => {
    request.resume();
    request.once('end', () => {
      requests += 1;
      const id = String(request.headers['webhook-id']);
      const isRefused = requests % REFUSED === 0;
      if (!isRefused) taken.set(id, (taken.get(id) ?? 0) + 1);
      response.writeHead(isRefused ? 503 : 204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    taken,
    close: () => server.close(),
  };
}
