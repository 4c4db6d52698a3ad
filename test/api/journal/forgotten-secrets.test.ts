/**
 * A world cannot make its server forget secrets of others, and its own are forgotten once it has ended (L33).
 *
 * @module-tag deep
 */
import { afterEach, expect, test } from 'vitest';
import { createdKey } from '../../../src-server/contract/control/accounts/accounts.ts';
import { createdWorld } from '../../../src-server/contract/control/worlds/worlds.ts';
import { charactersLookedAt } from '../../../src-server/engine/redaction/secret-index.ts';
import { proves } from '../../conformance/proves.ts';
import { callerOf, startBallast, stopAll } from '../../support/start-ballast.ts';

afterEach(stopAll);

test('a world that makes more keys than are stored', proves('L33.7', 'L33.8'), async () => {
  const server = await startBallast({});
  const { adminToken, apiKey, controlUrl } = server.ballast;
  const world = (await server.sim.post('/worlds', { name: 'other' })).as(createdWorld);
  const own = callerOf(world.control_url, world.admin_token);
  const makeKey = async () => (await own.post('/keys', { name: 'more' })).as(createdKey).secret;
  for (let made = 0; made < 1000; made += 1) await makeKey();
  const latest = await makeKey();
  const sink = callerOf(`${controlUrl}/sink`, '');
  const before = charactersLookedAt();
  await sink.send('POST', '/one', { body: '%41' });
  expect(charactersLookedAt() - before).toBeLessThan(10_000);
  const secrets = [adminToken, apiKey, world.admin_token, world.api_key, latest];
  await sink.send('POST', '/one', { headers: { [`x-${adminToken}`]: '1' }, body: secrets.join(' ') });
  const text = (await server.sim.get('/sinks/one?limit=10')).text;
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  await server.sim.delete('/worlds/other');
  await sink.send('POST', '/two', { body: `${latest} ${world.admin_token} ${adminToken}` });
  const after = (await server.sim.get('/sinks/two?limit=10')).text;
  expect([latest, world.admin_token, adminToken].map((secret) => after.includes(secret))).toEqual([true, true, false]);
});
