/** Headers as people paste them, and the first difference of two texts. */

import { describe, expect, it } from 'vitest';
import {
  CHECK_LABELS,
  formatReceived,
  formatSecret,
  VERDICT_LABELS,
  withEndpointNames,
} from '../../../src-renderer/components/webhooks/format-verdict.ts';
import { headerLines, parseHeaders } from '../../../src-renderer/components/webhooks/parse-headers.ts';
import { closestTo, firstDifference } from '../../../src-renderer/components/webhooks/signature-details.tsx';
import { newSignatureDraft, signatureBody } from '../../../src-renderer/screens/traffic/signature/signature-page.tsx';
import { explainSignatureBody } from '../../../src-server/contract/control/webhooks/signature.ts';
import { SIGNATURE_CHECKS, SIGNATURE_VERDICTS } from '../../../src-server/domain/webhook-choices.ts';
import { fc } from '../../support/draws.ts';

describe('pasted headers', () => {
  it('may come from a log, from curl, or with the first line of a request', () => {
    const pasted = [
      'POST /hooks HTTP/1.1',
      'Webhook-Id: evt_1',
      "  -H 'webhook-timestamp: 1772443800' \\",
      '> webhook-signature: v1,abc=',
      '',
      '< content-type: application/json; charset=utf-8',
    ].join('\r\n');
    expect(parseHeaders(pasted)).toEqual({
      headers: {
        'webhook-id': 'evt_1',
        'webhook-timestamp': '1772443800',
        'webhook-signature': 'v1,abc=',
        'content-type': 'application/json; charset=utf-8',
      },
      faults: [],
    });
  });

  it('report an invalid line', () => {
    expect(parseHeaders('webhook-id: evt_1\nnonsense\nbad name: x').faults).toEqual([
      'Line 2 is not of the form “Name: value”.',
      'Line 3 is not of the form “Name: value”.',
    ]);
  });

  it('that come twice are joined by a comma', () => {
    expect(parseHeaders('a: 1\nA: 2').headers).toEqual({ a: '1, 2' });
  });

  it('are returned as they were written', () => {
    const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,20}$/);
    const value = fc.stringMatching(/^[!-~](?:[ -~]{0,40}[!-~])?$/);
    fc.assert(
      fc.property(fc.dictionary(name, value), (headers) => {
        expect(parseHeaders(headerLines(headers))).toEqual({ headers: { ...headers }, faults: [] });
      }),
    );
  });
});

describe('the first difference of two texts', () => {
  it('is the first character that is not the same, whole', () => {
    expect(firstDifference('abc', 'abd')?.[0]).toEqual({ same: 'ab', mark: 'c', rest: '' });
    // Both are in the same block, so the first halves of their pairs are equal.
    expect(firstDifference('x😀', 'x😁')?.[0]).toEqual({ same: 'x', mark: '😀', rest: '' });
  });

  it('is the end of the shorter one', () => {
    expect(firstDifference('ab', 'abc')).toEqual([
      { same: 'ab', mark: '', rest: '' },
      { same: 'ab', mark: 'c', rest: '' },
    ]);
  });

  it('leaves both texts whole, and does not exist in equal ones', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (left, right) => {
        const parted = firstDifference(left, right);
        if (left === right) expect(parted).toBeNull();
        else {
          const whole = parted?.map(({ same, mark, rest }) => same + mark + rest);
          expect(whole).toEqual([left, right]);
          expect(parted?.[0].same).toBe(parted?.[1].same);
          expect(parted?.[0].mark).not.toBe(parted?.[1].mark);
        }
      }),
    );
  });

  it('is searched in the one of several with the longest common beginning', () => {
    expect(closestTo('v1,abd', ['v1,xyz', 'v1,abc'])).toBe('v1,abc');
    expect(closestTo('v1,abd', ['v1,abd', 'v1,abc'])).toBe('v1,abd');
    expect(closestTo('v1,abd', [])).toBeUndefined();
  });
});

describe('the form of the signature page', () => {
  it('sends valid fields, and the body to the byte', () => {
    const draft = { ...newSignatureDraft({ headers: 'webhook-id: evt_1', body: ' {"a":1}\n', at: '' }), secret: ' s ' };
    const body = signatureBody(draft);
    expect(body).toEqual({ headers: { 'webhook-id': 'evt_1' }, body: ' {"a":1}\n', secret: 's', tolerance_s: 300 });
    expect(explainSignatureBody.safeParse(body).error).toBeUndefined();
  });

  it('reads an instant without a zone as UTC', () => {
    const draft = newSignatureDraft({ headers: '', body: '', at: '2026-03-02 10:30' });
    expect(signatureBody(draft).at).toBe('2026-03-02T10:30:00Z');
  });

  it('has texts for every verdict and every check', () => {
    expect(Object.keys(VERDICT_LABELS).sort()).toEqual([...SIGNATURE_VERDICTS].sort());
    expect(Object.keys(CHECK_LABELS).sort()).toEqual([...SIGNATURE_CHECKS].sort());
  });
});

describe('the text of endpoints for a signature', () => {
  const id = `wh_${'0'.repeat(26)}`;
  const names = new Map([[id, '/sim/sink/demo']]);
  const secret = { webhook_id: id, kind: 'current' } as const;

  it('has their addresses, and identifiers only where there is none', () => {
    expect(withEndpointNames(`made with the secret of ${id}, not yours`, names)).toBe(
      'made with the secret of /sim/sink/demo, not yours',
    );
    expect(withEndpointNames(`the secret of wh_${'1'.repeat(26)}`, names)).toContain('wh_1111');
    expect(formatSecret(secret, names)).toBe('the current secret of /sim/sink/demo');
  });

  it('says of a signature by another secret that it does not match the one in use', () => {
    expect(formatReceived({ verdict: 'wrong_secret', secret_used: secret }, true, names)).toEqual({
      label: '! matches the current secret of /sim/sink/demo, not the secret in use',
      tone: 'warn',
    });
    expect(formatReceived({ verdict: 'valid', secret_used: secret }, true, names).tone).toBe('ok');
    expect(formatReceived({ verdict: 'unknown', secret_used: null }, false, names).tone).toBe('fail');
  });
});
