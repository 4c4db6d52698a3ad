/**
 * A receiver of webhooks that accepts every request and responds to none: an advance waits for it, and so is surely
 * under way.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export async function startSilentReceiver() {
  let onCall = () => {};
  const isCalled = new Promise<void>((resolve) => {
    onCall = resolve;
  });
  const server = createServer(() => onCall());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${port}/silent`, isCalled, stop };
}
