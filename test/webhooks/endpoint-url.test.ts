/**
 * Allowed addresses of an endpoint (decisions I6, I15): every notation of an address, allowed hosts, this server
 * itself.
 */
import { afterEach, describe, expect, test } from 'vitest';
import type { BallastOptions } from '../../src-server/app.ts';
import { webhookList } from '../../src-server/contract/control/webhooks/webhooks.ts';
import { readAllowedHost } from '../../src-server/system/http/allowed-host.ts';
import { isSinkPath } from '../../src-server/webhooks/endpoint-url.ts';
import { createUrlValidator } from '../../src-server/world/webhook-addresses.ts';
import { proves } from '../conformance/proves.ts';
import { startBallast, stopAll } from '../support/start-ballast.ts';

afterEach(stopAll);

const OWN_PORT = 4710;
const validate = createUrlValidator({}, OWN_PORT);

describe('an address', () => {
  test.each([
    'http://localhost/hook',
    'http://LOCALHOST:8080/hook',
    'http://127.0.0.1:9999/hook?x=1',
    'https://127.8.9.10/',
    'http://[::1]:80/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://127.1/',
    `http://127.0.0.1:${OWN_PORT}/sim/sink/mine`,
    '/sim/sink',
    '/sim/sink/my-name_1',
  ])('%s is allowed', proves('I6'), (url) => {
    expect(validate(url)).toBeNull();
  });

  test.each([
    ['http://example.com/', 'this computer (127.0.0.1 or localhost), not to example.com'],
    ['http://10.0.0.1/', 'not to 10.0.0.1, a private address'],
    ['http://192.168.1.1/', 'a private address'],
    ['http://172.31.0.1/', 'a private address'],
    ['http://[fd12::1]/', 'a private address'],
    ['http://8.8.8.8/', 'not to 8.8.8.8, a public address'],
    ['http://0.0.0.0/', 'the unspecified address'],
    ['http://[::]/', 'the unspecified address'],
    ['http://169.254.169.254/latest/meta-data', 'cloud metadata'],
    ['http://2852039166/', 'cloud metadata'],
    ['http://[::ffff:169.254.169.254]/', 'cloud metadata'],
    ['http://[fd00:ec2::254]/', 'cloud metadata'],
    ['http://100.100.100.200/', 'a shared address'],
    ['http://metadata.google.internal/', 'a name of cloud metadata'],
    ['http://169.254.1.1/', 'a link-local address'],
    ['http://[fe80::1]/', 'a link-local address'],
    ['http://224.0.0.1/', 'a multicast or broadcast address'],
    ['http://[64:ff9b::7f00:1]/', 'a tunnel'],
    ['http://127.0.0.1.example.com/', 'must go to this computer'],
    ['http://localhost.example.com/', 'must go to this computer'],
    ['http://[::ffff:10.0.0.1]/', 'must go to this computer'],
    ['http://user:secret@127.0.0.1/', 'credentials'],
    ['http://127.0.0.1@example.com/', 'credentials'],
    [`http://127.0.0.1:${OWN_PORT}/v1/portfolios`, 'this server itself'],
    [`http://localhost:${OWN_PORT}/`, 'this server itself'],
    [`http://[::1]:${OWN_PORT}/sim/sink/../clock/advance`, 'this server itself'],
    ['http://127.0.0.1:80/a\r\nb', 'characters that are not allowed in a URL'],
    ['http://127.0.0.1/\u0000', 'characters that are not allowed in a URL'],
    ['http://127.0.0.1/\u0085x', 'characters that are not allowed in a URL'],
    ['http://127.0.0.1/\u202eab', 'characters that are not allowed in a URL'],
    ['\thttp://127.0.0.1/', 'characters that are not allowed in a URL'],
    ['/sim/sink/a\n', 'characters that are not allowed in a URL'],
    ['ftp://127.0.0.1/', 'must begin with http:// or https://'],
    ['file:///etc/passwd', 'must begin with http:// or https://'],
    ['javascript:alert(1)', 'must begin with http:// or https://'],
    ['localhost/hook', 'must begin with http:// or https://'],
    ['', 'must begin with http:// or https://'],
    ['//example.com/', 'built-in sink'],
    ['/sim/clock', 'built-in sink'],
    ['/sim/sink/a/b', 'built-in sink'],
    ['/sim/sink/..', 'built-in sink'],
    ['/sim/sink/..%2Fclock', 'built-in sink'],
  ])('%s is refused', proves('I15'), (url, message) => {
    expect(validate(url)).toContain(message);
    expect(isSinkPath(url)).toBe(false);
  });
});

describe('an allowed host', () => {
  test.each([
    ['hooks.example.com', { name: 'hooks.example.com', address: null }],
    ['Hooks.Example.COM', { name: 'hooks.example.com', address: null }],
    ['receiver=10.1.2.3', { name: 'receiver', address: '10.1.2.3' }],
    ['receiver=127.0.0.1', { name: 'receiver', address: '127.0.0.1' }],
    ['receiver=[fd12::1]', { name: 'receiver', address: 'fd12::1' }],
    ['10.1.2.3', { name: '10.1.2.3', address: '10.1.2.3' }],
  ])('%s is valid', proves('I15'), (text, host) => {
    expect(readAllowedHost(text)).toEqual(host);
  });

  test.each([
    ['', 'is not a host name'],
    ['http://example.com', 'is not a host name'],
    ['example.com:80', 'is not a host name'],
    ['a=1.2.3.4=5', 'is not a host name'],
    ['metadata.google.internal', 'cloud metadata'],
    ['receiver=169.254.169.254', 'cloud metadata'],
    ['receiver=::ffff:169.254.169.254', 'cloud metadata'],
    ['receiver=100.64.0.1', 'never allowed'],
    ['receiver=fe80::1', 'link-local'],
    ['receiver=0.0.0.0', 'unspecified'],
    ['receiver=224.0.0.1', 'multicast'],
    ['169.254.10.10', 'link-local'],
    ['receiver=', 'not an IP address'],
    ['receiver=other', 'not an IP address'],
  ])('%s is refused', proves('I15'), (text, message) => {
    expect(readAllowedHost(text)).toMatchObject({ fault: expect.stringContaining(message) });
  });

  test('may be registered, and others still may not', proves('I15'), async () => {
    const allowedWebhookHosts: BallastOptions['allowedWebhookHosts'] = [{ name: 'hooks.example.com', address: null }];
    const server = await startBallast({ allowedWebhookHosts });
    expect((await server.sim.post('/webhooks', { url: 'https://hooks.example.com/in' })).status).toBe(201);
    const refused = await server.sim.post('/webhooks', { url: 'https://other.example.com/in' });
    expect(refused.error().details).toEqual([{ path: '/url', issue: expect.stringContaining('--allow-webhook-host') }]);
    expect((await server.sim.get('/webhooks')).as(webhookList).webhooks).toHaveLength(1);
  });

  test('of this server itself is refused at every address', proves('I15'), async () => {
    const server = await startBallast();
    const { port } = new URL(server.ballast.baseUrl);
    const refused = await server.sim.post('/webhooks', { url: `http://localhost:${port}/sim/clock/advance` });
    expect(refused.error().details[0]?.issue).toContain('this server itself');
    const { webhook_id: id } = JSON.parse((await server.sim.post('/webhooks', { url: '/sim/sink' })).text);
    expect((await server.sim.patch(`/webhooks/${id}`, { url: `http://127.0.0.1:${port}/v1/x` })).status).toBe(400);
  });
});
