/**
 * Receivers with their own certificates (decision I22): which certificates are trusted, set wherever an endpoint is
 * created or changed, and what an attempt reports of it. Real HTTPS, with certificates that are made here.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { certificateFault } from '../../src-server/engine/webhooks/receiver-trust.ts';
import { createReceiverAgents } from '../../src-server/system/http/receiver-agents.ts';
import { type Ballast, startBallast } from '../../src-server/testing/testing.ts';
import { proves } from '../conformance/proves.ts';
import { callBallast } from '../support/call-ballast.ts';
import { type Certificate, makeCertificate } from '../support/certificates.ts';
import { testFolder } from '../support/test-folders.ts';
import { startReceiver, stopReceivers } from './receiver.ts';

afterAll(stopReceivers);

type Trust = { readonly ca: string } | { readonly insecure: true };

const ca = makeCertificate({ name: 'Test CA', hosts: [], isCa: true });
const otherCa = makeCertificate({ name: 'Other CA', hosts: [], isCa: true });
const sound = makeCertificate({ issuer: ca });
const selfSigned = makeCertificate();

/** A file of certificates. */
function fileOf(pem: string): string {
  const file = join(testFolder('certificates'), 'ca.pem');
  writeFileSync(file, pem);
  return file;
}

/** The one attempt of a test event, which is never retried. */
async function attemptAt(ballast: Ballast, endpoint: { readonly url: string; readonly tls?: Trust }) {
  const { webhook_id: id } = await ballast.addWebhook(endpoint);
  return attemptOf(ballast, id);
}

async function attemptOf(ballast: Ballast, webhookId: string) {
  const type = 'rebalance.created';
  const { delivery_id: id } = (await ballast.control('POST', `/webhooks/${webhookId}/test`, { type })) as {
    readonly delivery_id: string;
  };
  await ballast.advance('1s');
  const [attempt] = (await ballast.delivery(id)).attempt_log;
  return attempt;
}

const httpsUrl = async (certificate: Certificate) => (await startReceiver(undefined, certificate)).url;

describe('an attempt', () => {
  test.each([
    ['by the CA of its endpoint', sound, { ca: ca.cert }, 'endpoint_ca'],
    ['by one of several CAs of its endpoint', sound, { ca: `${otherCa.cert}\n${ca.cert}` }, 'endpoint_ca'],
    ['by its own certificate, where it signed itself', selfSigned, { ca: selfSigned.cert }, 'endpoint_ca'],
    ['without a check', selfSigned, { insecure: true }, 'insecure'],
  ] as const)(
    'trusts a receiver %s, and says so',
    proves('I22.1', 'I22.2'),
    async (_how, certificate, tls, reported) => {
      await using ballast = await startBallast();
      const attempt = await attemptAt(ballast, { url: await httpsUrl(certificate), tls });
      expect(attempt).toMatchObject({ response_status: 204, error: null, tls: reported });
    },
  );

  test(
    'trusts every receiver by --webhook-ca, except those with their own trust',
    proves('I22.1', 'I22.2', 'I22.3'),
    async () => {
      await using ballast = await startBallast({ webhookCa: fileOf(ca.cert) });
      const url = await httpsUrl(sound);
      expect(await attemptAt(ballast, { url })).toMatchObject({ response_status: 204, tls: 'webhook_ca' });
      expect(await attemptAt(ballast, { url, tls: { ca: otherCa.cert } })).toMatchObject({
        response_status: null,
        tls: 'endpoint_ca',
        error: expect.stringMatching(/unknown CA, whose certificate is not among those of tls\.ca of the endpoint;/),
      });
      const stranger = await attemptAt(ballast, { url: await httpsUrl(selfSigned) });
      expect(stranger).toMatchObject({ tls: 'webhook_ca', error: expect.stringContaining('with --webhook-ca') });
    },
  );

  test('says nothing of certificates without TLS', proves('I22.2'), async () => {
    await using ballast = await startBallast({ webhookCa: fileOf(ca.cert) });
    const { url } = await startReceiver();
    expect(await attemptAt(ballast, { url })).toMatchObject({ response_status: 204, tls: null });
  });

  test.each([
    [
      'self-signed',
      selfSigned,
      undefined,
      /self-signed.*tls: \{ca: PEM\}.*--webhook-ca FILE.*\(DEPTH_ZERO_SELF_SIGNED_CERT\)/,
    ],
    ['of an unknown CA', sound, undefined, /unknown CA.*tls: \{ca: PEM\}.*--webhook-ca FILE.*\(UNABLE_TO_/],
    [
      'for another host',
      makeCertificate({ issuer: ca, hosts: ['other.test'] }),
      { ca: ca.cert },
      /for DNS:other\.test, not for the host name 127\.0\.0\.1; make one for 127\.0\.0\.1.*\(ERR_TLS_CERT_ALTNAME_INVALID\)/,
    ],
    [
      'expired',
      makeCertificate({ issuer: ca, fromDays: -9, toDays: -2 }),
      { ca: ca.cert },
      /has expired by the clock of this machine.*make a new one.*\(CERT_HAS_EXPIRED\)/,
    ],
    [
      'not valid yet',
      makeCertificate({ issuer: ca, fromDays: 2, toDays: 9 }),
      { ca: ca.cert },
      /is not valid yet by the clock of this machine.*\(CERT_NOT_YET_VALID\)/,
    ],
  ] as const)('that fails says why, and the remedy: %s', proves('I22.3'), async (_why, certificate, tls, reported) => {
    await using ballast = await startBallast();
    const url = await httpsUrl(certificate);
    const attempt = await attemptAt(ballast, tls === undefined ? { url } : { url, tls });
    expect(attempt).toMatchObject({ response_status: null, tls: tls === undefined ? 'system' : 'endpoint_ca' });
    expect(attempt?.error).toMatch(reported);
    expect(attempt?.error).toContain('tls: {insecure: true}');
  });

  test('that reaches plain HTTP says so', proves('I22.3'), async () => {
    await using ballast = await startBallast();
    const { url } = await startReceiver();
    const attempt = await attemptAt(ballast, { url: url.replace('http:', 'https:') });
    expect(attempt).toMatchObject({ tls: 'system', error: expect.stringMatching(/is not TLS; change the url/) });
  });

  test('never goes over a connection that another trust has opened', proves('I22.5'), async () => {
    await using ballast = await startBallast();
    const url = await httpsUrl(selfSigned);
    expect(await attemptAt(ballast, { url, tls: { insecure: true } })).toMatchObject({ response_status: 204 });
    expect(await attemptAt(ballast, { url })).toMatchObject({ response_status: null, tls: 'system' });
  });
});

describe('the trust of an endpoint', () => {
  test('is set by POST, PATCH and a world, and shown', proves('I22.1', 'I22.2'), async () => {
    const url = await httpsUrl(sound);
    const tls = { ca: ca.cert };
    await using ballast = await startBallast({ world: { webhooks: [{ url, tls }] } });
    const { webhooks } = (await ballast.control('GET', '/webhooks')) as {
      readonly webhooks: readonly { readonly webhook_id: string; readonly tls: Trust | null }[];
    };
    expect(webhooks.map((each) => each.tls)).toEqual([tls]);
    const id = webhooks[0]?.webhook_id ?? '';
    expect(await attemptOf(ballast, id)).toMatchObject({ response_status: 204, tls: 'endpoint_ca' });
    expect(await ballast.control('PATCH', `/webhooks/${id}`, { tls: null })).toMatchObject({ tls: null });
    expect(await attemptOf(ballast, id)).toMatchObject({ response_status: null, tls: 'system' });
    const insecure = { tls: { insecure: true } };
    expect(await ballast.control('PATCH', `/webhooks/${id}`, insecure)).toMatchObject(insecure);
    expect(await attemptOf(ballast, id)).toMatchObject({ response_status: 204, tls: 'insecure' });
    const reported = (await ballast.events()).filter(({ type }) => type.startsWith('webhook.'));
    expect(reported.map(({ data }) => (data as { readonly tls?: unknown }).tls)).toEqual([tls, null, insecure.tls]);
  });

  const [https, http] = ['https://127.0.0.1:1/hook', 'http://127.0.0.1:1/hook'];
  const REFUSED = [
    ['both', https, { ca: ca.cert, insecure: true }, '/tls', /is either \{ca: PEM\} or \{insecure: true\}/],
    ['neither', https, {}, '/tls', /is either \{ca: PEM\} or \{insecure: true\}/],
    ['a check that is said twice', https, { insecure: false }, '/tls/insecure', /true/],
    ['no PEM', https, { ca: 'nothing' }, '/tls/ca', /contains no certificate in PEM \(-----BEGIN CERTIFICATE-----\)/],
    [
      'a key',
      https,
      { ca: ca.key },
      '/tls/ca',
      /contains a PEM block 'PRIVATE KEY', but only certificates are allowed/,
    ],
    [
      'a broken one among several',
      https,
      { ca: ca.cert + ca.cert.replace(/\n.{60}/, '\nAAAA') },
      '/tls/ca',
      /contains a certificate that cannot be read \(number 2 of 2\)/,
    ],
    ['plain HTTP', http, { insecure: true }, '/tls', /is only for receivers with https addresses/],
    ['a sink', '/sim/sink/mine', { insecure: true }, '/tls', /is only for receivers with https addresses/],
  ] as const;
  test.each(REFUSED)('is refused by each of them: %s', proves('I22.4'), async (_what, url, tls, path, issue) => {
    await using ballast = await startBallast();
    const refused = (response: Promise<unknown>, at = '') =>
      expect(response).rejects.toThrow(new RegExp(`${at}${path}\\W.*${issue.source}`));
    await refused(ballast.control('POST', '/webhooks', { url, tls }));
    const { webhook_id: id } = await ballast.addWebhook({ url });
    await refused(ballast.control('PATCH', `/webhooks/${id}`, { tls }));
    await refused(startBallast({ world: { webhooks: [{ url, tls }] } } as never), '/world/webhooks/0');
  });

  test('is removed when the address becomes plain HTTP', proves('I22.4'), async () => {
    await using ballast = await startBallast();
    const { webhook_id: id } = await ballast.addWebhook({ url: https, tls: { insecure: true } });
    await expect(ballast.control('PATCH', `/webhooks/${id}`, { url: http })).rejects.toThrow(/https addresses/);
    expect(await ballast.control('PATCH', `/webhooks/${id}`, { url: http, tls: null })).toMatchObject({ tls: null });
  });
});

test('is checked in files before anything runs', proves('I22.4'), async () => {
  const folder = testFolder('files');
  const world = join(folder, 'world.yaml');
  writeFileSync(world, 'webhooks:\n  - url: https://127.0.0.1:1/a\n    tls: {ca: nothing}\n');
  const scenario = join(folder, 'scenario.yaml');
  writeFileSync(
    scenario,
    [
      'name: n',
      'description: d',
      'steps:',
      '  - control: {method: POST, path: /webhooks, body: {url: "https://127.0.0.1:1/a", tls: {ca: nothing}}}',
      '  - control: {method: POST, path: /webhooks, body: {url: "http://127.0.0.1:1/a", tls: {insecure: true}}}',
      '',
    ].join('\n'),
  );
  const inWorld = await callBallast(['validate', world]);
  expect([inWorld.exitCode, inWorld.stderr + inWorld.stdout]).toEqual([
    65,
    expect.stringMatching(/\/webhooks\/0\/tls\/ca.*contains no certificate in PEM/),
  ]);
  const inSteps = await callBallast(['validate', scenario]);
  expect([inSteps.exitCode, inSteps.stderr + inSteps.stdout]).toEqual([
    65,
    expect.stringMatching(
      /\/steps\/0\/control\/body\/tls\/ca.*contains no certificate[\s\S]*\/steps\/1\/control\/body\/tls.*https addresses/,
    ),
  ]);
});

const encryptedKey = [
  '-----BEGIN RSA PRIVATE KEY-----',
  'Proc-Type: 4,ENCRYPTED',
  'DEK-Info: AES-128-CBC,0123456789ABCDEF0123456789ABCDEF',
  '',
  'c2VjcmV0',
  '-----END RSA PRIVATE KEY-----',
  '',
].join('\n');
const endless = (pem: string) => pem.replace(/-----END[\s\S]*/, '');
const inPkcs8 = ca.key.replaceAll('PRIVATE KEY', 'ENCRYPTED PRIVATE KEY');

describe('text around a certificate', () => {
  const ONLY = 'only certificates are allowed';
  test.each([
    ['a key', ca.key, `contains a PEM block 'PRIVATE KEY', but ${ONLY}`],
    ['an encrypted key of PKCS #8', inPkcs8, `contains a PEM block 'ENCRYPTED PRIVATE KEY', but ${ONLY}`],
    ['an encrypted key with headers', encryptedKey, `contains a PEM block 'RSA PRIVATE KEY', but ${ONLY}`],
    ['a key without an end', endless(ca.key), `contains a PEM block 'PRIVATE KEY', but ${ONLY}`],
    [
      'a key with another end',
      ca.key.replace('END PRIVATE', 'END RSA PRIVATE'),
      `contains a PEM block 'PRIVATE KEY', but ${ONLY}`,
    ],
    ['a key without a beginning', ca.key.replace(/^.*\n/, ''), `contains a PEM block 'PRIVATE KEY', but ${ONLY}`],
    ['a key in small letters', ca.key.toLowerCase(), `contains a PEM block 'private key', but ${ONLY}`],
    ['a label with other characters', '-----BEGIN a_b-c-----\n', `contains a PEM block 'a_b-c', but ${ONLY}`],
    ['a label without an end', '-----BEGIN PRIVATE KEY\nc2VjcmV0', `contains a PEM block 'PRIVATE KEY', but ${ONLY}`],
    [
      'a key of SSH',
      '---- BEGIN SSH2 KEY ----\nc2VjcmV0\n---- END SSH2 KEY ----',
      `contains a PEM block 'SSH2 KEY', but ${ONLY}`,
    ],
    ['half a certificate', endless(otherCa.cert), 'contains a certificate without its beginning or end'],
    ['the other half of one', otherCa.cert.replace(/^.*\n/, ''), 'contains a certificate without its beginning or end'],
  ])('%s is refused, before it and after it', proves('I22.4'), (_what, other, fault) => {
    expect(certificateFault(`${ca.cert}\n${other}`)).toBe(fault);
    expect(certificateFault(`${other}\n${ca.cert}`)).toBe(fault);
    expect(certificateFault(other)).toBe(fault);
  });

  test.each([
    ['what openssl writes of it', `subject=CN = Test CA\n  -----\n${ca.cert}`],
    ['another one', `${ca.cert}\r\n# the other\r\n${otherCa.cert.replaceAll('\n', '\r\n')}`],
  ])('%s is accepted', proves('I22.4'), (_what, pem) => {
    expect(certificateFault(pem)).toBeNull();
  });
});

test('a CA does not share the pooled connections of a trust of the same name', proves('I22.5'), () => {
  const agentFor = createReceiverAgents({}, null);
  const url = 'https://127.0.0.1:1/hook';
  const insecure = agentFor(url, { insecure: true });
  expect(agentFor(url, { ca: 'insecure' })).not.toBe(insecure);
  expect(agentFor(url, { insecure: true })).toBe(insecure);
});

test.each([
  ['that is not there', '/nowhere/ca.pem', /\/webhookCa: \/nowhere\/ca\.pem does not exist/],
  ['without certificates', fileOf('nothing'), /\/webhookCa: .*ca\.pem contains no certificate in PEM/],
])('a file %s is refused at the start', proves('I22.4'), async (_what, webhookCa, fault) => {
  await expect(startBallast({ webhookCa })).rejects.toThrow(fault);
});
