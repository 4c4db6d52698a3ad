/** With a proxy for everything in the environment (`NODE_USE_ENV_PROXY`), loopback is still this machine. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { runProcess } from '../support/run-process.ts';
import { newFolder } from '../support/start-ballast.ts';

const SCRIPT = `
import { createServer } from 'node:http';
import { once } from 'node:events';
import { startBallast } from '${pathToFileURL(join(packageRoot(), 'src-server/testing/testing.ts'))}';
const receiver = createServer((request, response) => { request.resume(); response.end(); console.log('webhook', request.url); });
receiver.listen(0, '127.0.0.1');
await once(receiver, 'listening');
const ballast = await startBallast({ webhooks: ['http://127.0.0.1:' + receiver.address().port + '/hook'] });
await ballast.advance('1h');
console.log('clock', (await ballast.clock()).now);
await ballast.control('POST', '/webhooks/' + (await ballast.control('GET', '/webhooks')).webhooks[0].webhook_id + '/test', { type: 'order.filled' }).catch((error) => console.log(error.message));
await ballast.fetch('/portfolios').catch((error) => console.log(error.name, error.message));
await ballast.stop();
receiver.close();
receiver.closeAllConnections();
`;

test('helpers and webhooks reach loopback, and fetch names the setting that prevents it', {
  tags: ['deep'],
}, async () => {
  const file = join(newFolder(), 'client.mjs');
  writeFileSync(file, SCRIPT);
  // Nothing listens there.
  const env = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'http://127.0.0.1:9', NO_PROXY: '', no_proxy: '' };
  const client = runProcess(process.execPath, [file], { env });
  const { exitCode } = await client.ended;
  expect([exitCode, client.stderr()]).toEqual([0, '']);
  expect(client.stdout()).toContain('clock 2026-03-02T10:30:00.000Z');
  expect(client.stdout()).toContain('webhook /hook');
  expect(client.stdout()).toMatch(
    /BallastStoppedError http\S+ got no response: fetch goes through the proxy of HTTP_PROXY/,
  );
});
