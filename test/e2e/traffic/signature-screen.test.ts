/**
 * A tester's journey: a webhook that a receiver refused is pasted, and the page says which bytes or which secret was
 * the cause.
 * @module-tag deep
 */
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { accessibilityFaults } from '../every-screen/accessibility-faults.ts';

let app: OpenApp;
/** Two secrets of 32 bytes, which differ. */
const OURS = Buffer.alloc(32, 1);
const THEIRS = Buffer.alloc(32, 2);

beforeAll(async () => {
  app = await openApp();
  await app.show('/traffic/signature');
});
afterAll(() => app.close());

describe('the page that explains signatures', () => {
  it('explains what to paste, and reports an invalid line of the headers', async () => {
    await app.page.getByText('Paste the request that your receiver received.').waitFor();
    await app.page.getByLabel('Headers').fill('nonsense');
    await app.page.getByText('Line 1 is not of the form “Name: value”.').waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
  });

  it('reports a signature by the given secret as valid', async () => {
    await explain(signed('{"a":1}', OURS), '{"a":1}', OURS);
    await verdict().getByText('Signature valid.').waitFor();
    await verdict().getByText('✓ matches an expected signature').waitFor();
    await verdict()
      .getByText(`${Buffer.byteLength('evt_1.1700000000.{"a":1}')} bytes`)
      .waitFor();
    // The check was of another body.
    await app.page.getByLabel('Body').fill('{"a":2}');
    await verdict().getByText('Paste the request that your receiver received.').waitFor();
  });

  it('marks where a signature differs from the expected one', async () => {
    await explain(signed('{"a":1}', THEIRS), '{"a":1}', OURS);
    await verdict().getByText('✕ matches none of the expected signatures').waitFor();
    await verdict().locator('mark').first().waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
  });

  it('says at its field that a tolerance is beyond its bounds', async () => {
    await app.page.getByLabel('Tolerance (s)').fill('-1');
    await app.page.getByRole('button', { name: 'Explain the signature' }).click();
    await app.page.getByRole('form', { name: 'Explain a signature' }).locator('.mantine-InputWrapper-error').waitFor();
    expect(app.complaints).toEqual([]);
  });
});

function signed(body: string, secret: Buffer): string {
  const at = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', secret).update(`evt_1.${at}.${body}`).digest('base64');
  return `webhook-id: evt_1\nwebhook-timestamp: ${at}\nwebhook-signature: v1,${signature}`;
}

async function explain(headers: string, body: string, secret: Buffer): Promise<void> {
  await app.page.getByLabel('Headers').fill(headers);
  await app.page.getByLabel('Body').fill(body);
  await app.page.getByLabel('Secret that the receiver uses').fill(`whsec_${secret.toString('base64')}`);
  await app.page.getByRole('button', { name: 'Explain the signature' }).click();
}

function verdict() {
  return app.page.getByRole('region', { name: 'Signature check' });
}
