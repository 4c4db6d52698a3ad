/** Explanations of signatures (decision I17): every verdict, from messages that were really sent and then corrupted. */

import { describe, expect, test } from 'vitest';
import type {
  KnownSecret,
  SentMessage,
  SignatureEvidence,
  SignatureMessage,
  SignatureVerdict,
} from '../../src-server/engine/signature-explanation.ts';
import { bodyDifference, resemblance } from '../../src-server/webhooks/compare-bodies.ts';
import { explainSignature } from '../../src-server/webhooks/explain-signature.ts';
import {
  corruptSignature,
  signatureByText,
  signWebhook,
  webhookSecret,
} from '../../src-server/webhooks/sign-webhook.ts';
import { proves } from '../conformance/proves.ts';
import { fc } from '../support/draws.ts';

const SECONDS = 1_772_443_800;
const BODY = '{"type":"order.filled","data":{"name":"Zoë/€","b":1,"a":[1,{"x":"<&>"}]}}';
const SECRET = webhookSecret(1, 'wh_1');
const OLD = webhookSecret(1, 'wh_1', 1);
const OTHER = webhookSecret(1, 'wh_2');
const HEADERS = signWebhook([SECRET], 'ev_1', SECONDS, BODY);
const SENT: SentMessage = {
  deliveryId: 'dl_1',
  eventId: 'ev_1',
  payload: BODY,
  attempts: [
    {
      number: 1,
      timestamp: String(SECONDS),
      injected: null,
      signatures: [HEADERS['webhook-signature'] ?? ''],
      leftMs: SECONDS * 1000,
    },
  ],
};
const SECRETS: KnownSecret[] = [
  { webhookId: 'wh_1', kind: 'current', secret: SECRET },
  { webhookId: 'wh_1', kind: 'previous', secret: OLD },
];
const EVIDENCE: SignatureEvidence = {
  secrets: SECRETS,
  others: [{ webhookId: 'wh_2', kind: 'other_endpoint', secret: OTHER }],
  sent: [SENT],
  latest: () => [SENT],
};

test('a good signature by another secret is reported as that, and not as missing', proves('I17'), () => {
  const matchOf = (found: ReturnType<typeof explain>) => found.checks.find(({ name }) => name === 'match')?.explanation;
  expect(matchOf(explain({ secret: webhookSecret(9, 'x') }))).toBe(
    'it was made with the secret of wh_1, not the given one',
  );
  expect(matchOf(explain({ headers: signWebhook([OTHER], 'ev_1', SECONDS, BODY) }))).toBe(
    'it was made with the secret of wh_2, not that of the endpoint that points here',
  );
});

test('a field that is missing, added or changed is named, whatever the formatting of the body', () => {
  const sent = '{"data":{"order":{"filled_quantity":1,"status":"filled"}},"type":"order.filled"}';
  const received = JSON.stringify({ type: 'order.filled', data: { order: { filled: 1, status: 'new' } } }, null, 2);
  expect(bodyDifference(sent, received)?.fields).toEqual([
    { pointer: '/data/order/filled_quantity', change: 'missing' },
    { pointer: '/data/order/status', change: 'changed' },
    { pointer: '/data/order/filled', change: 'added' },
  ]);
  expect(bodyDifference(sent, JSON.stringify(JSON.parse(sent), null, 2))?.fields).toEqual([]);
  expect(bodyDifference(sent, 'type=order.filled')?.fields).toEqual([]);
});

describe('a message as it was sent', () => {
  test('is valid, and every step of checking it passes', proves('I17'), () => {
    const found = explain({});
    expect(found).toMatchObject({
      valid: true,
      verdict: 'valid',
      secretUsed: { webhookId: 'wh_1', kind: 'current' },
      signedContent: `ev_1.${SECONDS}.${BODY}`,
      ageSeconds: 0,
      deliveryId: 'dl_1',
      bodyDifference: null,
    });
    expect(found.checks.map(({ passed }) => passed)).toEqual(Array(7).fill(true));
  });

  test('is valid by a previous secret, and among several signatures', proves('I10', 'I17'), () => {
    const headers = signWebhook([OTHER, OLD], 'ev_1', SECONDS, BODY);
    expect(explain({ headers })).toMatchObject({ verdict: 'valid', secretUsed: { kind: 'previous' } });
    expect(explain({ headers }).received.map(({ matches }) => matches)).toEqual([false, true]);
  });
});

describe('a corrupted message', () => {
  const asText = (text: string) => signatureByText(text, 'ev_1', SECONDS, BODY);
  const hex = Buffer.from((HEADERS['webhook-signature'] ?? '').slice(3), 'base64').toString('hex');
  const cases: [string, Partial<SignatureMessage>, SignatureVerdict, string][] = [
    ['no headers', { headers: {} }, 'missing_header', 'webhook-id and no webhook-timestamp'],
    ['no signature', { headers: { ...HEADERS, 'webhook-signature': '' } }, 'missing_header', 'webhook-signature'],
    ['a time in words', { headers: { ...HEADERS, 'webhook-timestamp': 'noon' } }, 'malformed_timestamp', 'noon'],
    ['ms', { headers: { ...HEADERS, 'webhook-timestamp': `${SECONDS}000` } }, 'malformed_timestamp', 'milliseconds'],
    ['garbage', { headers: { ...HEADERS, 'webhook-signature': 'garbage' } }, 'malformed_signature', 'v1,<base64>'],
    ['another version', { headers: { ...HEADERS, 'webhook-signature': 'v2,AAAA' } }, 'unsupported_version', 'v2'],
    [
      'hexadecimal',
      { headers: { ...HEADERS, 'webhook-signature': `v1,${hex}` } },
      'malformed_signature',
      'hexadecimal',
    ],
    ['late arrival', { atMs: (SECONDS + 301) * 1000 }, 'too_old', '301 s before'],
    ['early arrival', { atMs: (SECONDS - 301) * 1000 }, 'too_new', '301 s after'],
    ['a body without its end', { body: BODY.slice(0, -1) }, 'body_changed', 'not the one that was sent'],
    [
      'another time',
      { headers: { ...HEADERS, 'webhook-timestamp': String(SECONDS + 1) } },
      'header_changed',
      'timestamp',
    ],
    [
      'another id',
      { headers: { ...HEADERS, 'webhook-id': 'ev_2' } },
      'header_changed',
      'was ev_1 and was received as ev_2',
    ],
    ['an altered signature', { headers: corruptSignature(HEADERS) }, 'header_changed', 'signature itself was altered'],
    ['a foreign secret', { headers: signWebhook([OTHER], 'ev_1', SECONDS, BODY) }, 'wrong_secret', 'wh_2'],
    [
      'a secret of nobody',
      { headers: signWebhook([webhookSecret(9, 'x')], 'ev_1', SECONDS, BODY) },
      'wrong_secret',
      '',
    ],
    ['another secret given', { secret: webhookSecret(9, 'x') }, 'wrong_secret', 'the given secret is a different one'],
    ['a line break in it', { secret: `${SECRET}\n` }, 'wrong_secret', 'spaces or line breaks'],
    [
      'the secret as text',
      { headers: { ...HEADERS, 'webhook-signature': asText(SECRET.slice(6)) } },
      'secret_not_decoded',
      'Decode it from base64',
    ],
    [
      'the secret with whsec_',
      { headers: { ...HEADERS, 'webhook-signature': asText(SECRET) } },
      'secret_not_decoded',
      'Remove whsec_',
    ],
  ];

  test.each(cases)('by %s is explained', proves('I17'), (_what, change, verdict, expected) => {
    const found = explain(change);
    expect({ verdict: found.verdict, valid: found.valid }).toEqual({ verdict, valid: false });
    expect(found.explanation).toContain(expected);
  });

  test(
    'by an injected fault names the attempt and the fault, unless it was changed again in transit',
    proves('I17'),
    () => {
      const altered = corruptSignature(HEADERS);
      const sentBy = (kind: string, headers: Record<string, string>): SignatureEvidence => ({
        ...EVIDENCE,
        sent: [
          {
            ...SENT,
            attempts: [
              {
                number: 1,
                timestamp: headers['webhook-timestamp'] ?? '',
                signatures: [headers['webhook-signature'] ?? ''],
                leftMs: SECONDS * 1000,
                injected: { faultId: 'ft_1', kind },
              },
            ],
          },
        ],
      });
      const broken = explainSignature(message({ headers: altered }), sentBy('webhook_bad_signature', altered));
      expect(broken).toMatchObject({
        verdict: 'header_changed',
        injected: { attempt: 1, faultId: 'ft_1', kind: 'webhook_bad_signature' },
      });
      expect(broken.explanation).toMatch(/^Ballast sent attempt 1 exactly like this, .*webhook_bad_signature \(ft_1\)/);
      expect(broken.explanation).not.toContain('in transit');
      const stale = signWebhook([SECRET], 'ev_1', SECONDS - 600, BODY);
      expect(explainSignature(message({ headers: stale }), sentBy('webhook_stale_timestamp', stale))).toMatchObject({
        verdict: 'too_old',
        explanation: expect.stringContaining('webhook_stale_timestamp (ft_1)'),
      });
      const cut = { ...message({ headers: altered }), body: BODY.slice(0, -1) };
      expect(explainSignature(cut, sentBy('webhook_bad_signature', altered)).injected).toBeNull();
      expect(explainSignature(message({}), sentBy('webhook_duplicate', HEADERS)).injected).toBeNull();
    },
  );

  test('with an unknown change is unknown', proves('I17'), () => {
    const headers = signWebhook([webhookSecret(9, 'x')], 'ev_9', SECONDS, 'x');
    const nothing = { ...EVIDENCE, sent: [], latest: () => [] };
    expect(explainSignature({ ...message({ headers }), body: 'x' }, nothing).verdict).toBe('unknown');
  });

  test('at its end shows where, in bytes', proves('I17'), () => {
    const found = explain({ body: BODY.replace('€', 'e') });
    expect(found.bodyDifference?.offset).toBe(Buffer.byteLength(BODY.slice(0, BODY.indexOf('€'))));
    expect(found.bodyDifference?.sent).toContain('€');
  });

  test('with any change is explained without ever throwing', proves('I17'), () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), fc.string(), fc.option(fc.string()), (...parts) => {
        const [id, timestamp, signature, body, secret] = parts;
        const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
        expect(explain({ headers, body, secret }).valid).toBe(false);
      }),
      { examples: [['', '0', '', '', '']] },
    );
  });
});

describe('a reformatted body', () => {
  const value = JSON.parse(BODY);
  test.each([
    ['a trailing newline', `${BODY}\n`],
    ['JSON.stringify with indent 2', JSON.stringify(value, null, 2)],
    ['JSON.stringify with indent 4', JSON.stringify(value, null, 4)],
    ['keys sorted', '{"data":{"a":[1,{"x":"<&>"}],"b":1,"name":"Zoë/€"},"type":"order.filled"}'],
    ['non-ASCII characters escaped', BODY.replace('ë', '\\u00eb').replace('€', '\\u20ac')],
    ['slashes escaped', BODY.replace('/', '\\/')],
    [
      'Python json.dumps',
      '{"type": "order.filled", "data": {"name": "Zo\\u00eb/\\u20ac", "b": 1, "a": [1, {"x": "<&>"}]}}',
    ],
    ['ensure_ascii=False', '{"type": "order.filled", "data": {"name": "Zoë/€", "b": 1, "a": [1, {"x": "<&>"}]}}'],
    ['Go encoding/json', '{"data":{"a":[1,{"x":"\\u003c\\u0026\\u003e"}],"b":1,"name":"Zoë/€"},"type":"order.filled"}'],
    ['Latin-1', Buffer.from(BODY).toString('latin1')],
    ['an empty body', ''],
    ['serialised differently', BODY.replace('{', '{   ')],
  ])('is recognised by its %s', proves('I17'), (expected, body) => {
    expect(resemblance(BODY, body)).toContain(expected);
    expect(explain({ body })).toMatchObject({ verdict: 'body_changed', resembles: expect.stringContaining(expected) });
  });

  test('with another value is not', () => {
    expect(resemblance(BODY, BODY.replace('1', '2'))).toBeNull();
  });
});

function message(change: Partial<SignatureMessage>): SignatureMessage {
  const usual = { headers: HEADERS, body: BODY, secret: null, webhookId: null, atMs: null, toleranceSeconds: 300 };
  return { ...usual, ...change };
}

function explain(change: Partial<SignatureMessage>) {
  const explained = message(change);
  const given: KnownSecret[] =
    explained.secret === null ? [] : [{ webhookId: null, kind: 'given', secret: explained.secret }];
  return explainSignature(explained, { ...EVIDENCE, secrets: [...given, ...SECRETS] });
}
