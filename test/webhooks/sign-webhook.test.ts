/** Signatures checked by the Standard Webhooks library itself, which is what a receiver would use (decision I). */

import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { checkSignature, signWebhook, webhookSecret } from '../../src-server/webhooks/sign-webhook.ts';
import { proves } from '../conformance/proves.ts';

const SECRET = webhookSecret(1, 'wh_1');
const BODY = '{"type":"order.filled","data":{"ü":1}}';

describe('a signature', () => {
  test('is accepted by the library of the receiver', () => {
    const headers = signWebhook([SECRET], 'ev_1', Math.floor(Date.now() / 1000), BODY);
    expect(new Webhook(SECRET).verify(BODY, headers)).toEqual(JSON.parse(BODY));
    expect(() => new Webhook(webhookSecret(1, 'wh_2')).verify(BODY, headers)).toThrow();
    expect(() => new Webhook(SECRET).verify(`${BODY} `, headers)).toThrow();
  });

  test('is checked and explained without ever throwing', () => {
    const headers = signWebhook([SECRET], 'ev_1', 1_772_443_800, BODY);
    expect(checkSignature(SECRET, headers, BODY)).toMatchObject({
      valid: true,
      signedContent: `ev_1.1772443800.${BODY}`,
      expected: headers['webhook-signature'],
    });
    const rotating = { ...headers, 'webhook-signature': `v1,AAAA ${headers['webhook-signature']}` };
    expect(checkSignature(SECRET, rotating, BODY).valid).toBe(true);
  });

  test.each([
    ['no headers', {}, 'missing webhook-id, webhook-timestamp, webhook-signature'],
    ['no signature', { 'webhook-id': 'x', 'webhook-timestamp': '1' }, 'missing webhook-signature'],
    ['a time in words', { 'webhook-timestamp': 'noon' }, 'not in Unix seconds'],
    ['another time', { 'webhook-timestamp': '1772443801' }, 'another signature'],
    ['another id', { 'webhook-id': 'ev_2' }, 'another signature'],
    ['garbage', { 'webhook-signature': 'v1' }, 'another signature'],
  ])('with %s is refused with an explanation', (_what, change, message) => {
    const signed = signWebhook([SECRET], 'ev_1', 1_772_443_800, BODY);
    const isWhole = !message.startsWith('missing');
    const check = checkSignature(SECRET, isWhole ? { ...signed, ...change } : change, BODY);
    expect(check.valid).toBe(false);
    expect(check.explanation).toContain(message);
  });
});

test('a secret is whsec_ and base64 of 32 bytes, made from seed and endpoint', proves('I7'), () => {
  expect(SECRET).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(webhookSecret(1, 'wh_1')).toBe(SECRET);
  expect(new Set([SECRET, webhookSecret(2, 'wh_1'), webhookSecret(1, 'wh_2')]).size).toBe(3);
});
