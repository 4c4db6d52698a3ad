/**
 * A compliance officer's journey: no record yet, records of a Form A rebalance, one of them in full, on paper, and the
 * end of its retention.
 *
 * @module-tag deep
 */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mifidRecordList } from '../../../src-server/contract/control/portfolios/mifid-list.ts';
import { portfolioA, startedRebalanceA } from '../../../src-server/contract/service/form-a.ts';
import { mifidRecord } from '../../../src-server/contract/service/mifid.ts';
import { proves } from '../../conformance/proves.ts';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { accessibilityFaults } from '../every-screen/accessibility-faults.ts';

const SAP = 'DE0007164600';
const NAME = 'Through the API';
let app: OpenApp;
let rebalanceId = '';

beforeAll(async () => {
  app = await openApp();
  await app.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
});
afterAll(() => app.close());

const table = () => app.page.getByRole('table', { name: 'MiFID II records' });
const rows = () => table().locator('tbody tr');
const sheet = () => app.page.getByRole('article', { name: 'MiFID II record of an order execution' });
const press = (name: string) => app.page.getByRole('button', { name, exact: true }).click();

async function post(path: string, body: unknown): Promise<unknown> {
  const { formAUrl, apiKey } = app.ballast;
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  return (await fetch(`${formAUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
}

/** Reads from the control plane, as a script does. */
async function recordsOf(query: string) {
  const { controlUrl, adminToken } = app.ballast;
  const headers = { authorization: `Bearer ${adminToken}` };
  return mifidRecordList.parse(await (await fetch(`${controlUrl}/mifid-records?${query}`, { headers })).json());
}

async function rebalance(): Promise<void> {
  const created = portfolioA.parse(await post('/portfolios', { name: NAME, currency: 'EUR', tax_jurisdiction: 'DE' }));
  const weights = { [SAP]: 0.4, IE00B4L5Y983: 0.6 };
  const started = await post(`/portfolios/${created.portfolio_id}/rebalance`, { target_weights: weights });
  rebalanceId = startedRebalanceA.parse(started).rebalance_id;
  await app.ballast.control.advanceTo(app.ballast.control.nowMs() + 3_600_000);
}

describe('the list of records', () => {
  it('says how records are created while there is none, and leads there', async () => {
    await app.show('/portfolios');
    await app.page.getByRole('link', { name: 'Compliance' }).click();
    await app.page.getByText('No execution has been recorded yet.').waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await app.page.getByRole('link', { name: 'Open a portfolio' }).click();
    await app.page.waitForURL(app.at('/portfolios'));
    await app.page.goBack();
  });

  it('shows every record without a reload, newest first, with its retention', proves('L63'), async () => {
    await app.show('/compliance');
    await app.page.getByText('No execution has been recorded yet.').waitFor();
    await rebalance();
    await rows().first().waitFor();
    const { total, records } = await recordsOf(`rebalance_id=${rebalanceId}`);
    await app.page.getByRole('region', { name: `${total} records` }).waitFor();
    const newest = await rows().first().innerText();
    expect(newest.replaceAll('\u00a0', ' ')).toContain(records[0]?.created_at.slice(0, 19).replace('T', ' '));
    expect(newest).toContain(NAME);
    expect(newest).toContain('4 y 364 d');
    expect(newest).toContain(records[0]?.venue);
    expect(await accessibilityFaults(app.page)).toEqual([]);
  });

  it('is narrowed by filters that the address retains, and downloads what it shows', proves('L62'), async () => {
    await app.page.getByRole('combobox', { name: 'Instrument' }).selectOption(SAP);
    const { total } = await recordsOf(`isin=${SAP}`);
    await app.page.getByRole('region', { name: `${total} records match` }).waitFor();
    expect(await rows().count()).toBe(total);
    await app.page.getByRole('combobox', { name: 'Rebalance' }).selectOption(rebalanceId);
    await app.page.waitForURL(app.at(`/compliance?rebalance=${rebalanceId}&isin=${SAP}`));
    await app.page.reload();
    await app.page.getByRole('region', { name: `${total} records match` }).waitFor();
    const [download] = await Promise.all([
      app.page.waitForEvent('download'),
      app.page.getByRole('link', { name: 'Download CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('mifid-records.csv');
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines.length).toBe(total + 1);
    expect(lines.slice(1).every((line) => line.includes(SAP))).toBe(true);
    await app.page.getByRole('combobox', { name: 'Retention' }).selectOption('expired');
    await app.page.getByText('No record matches the filters.').waitFor();
    await app.page.getByRole('combobox', { name: 'Retention' }).selectOption('');
    await rows().first().waitFor();
  });
});

describe('an address that does not exist', () => {
  it('is reported in the service’s own words, for a filter and for a record', async () => {
    const address = app.page.url();
    await app.show('/compliance?isin=NOTHING');
    await app.page.getByRole('alert').getByText('invalid_request').waitFor();
    await press('Clear filters');
    await rows().first().waitFor();
    await app.show('/compliance/mr_00000000000000000000000000');
    await app.page.getByRole('alert').getByText('not_found').waitFor();
    await app.page.goto(address);
    await rows().first().waitFor();
  });
});

describe('one record', () => {
  it('opens by keyboard at its own address, under regulatory names, and leads back to the filters', async () => {
    await rows().first().focus();
    await app.page.keyboard.press('ArrowDown');
    await app.page.keyboard.press('Enter');
    await app.page.waitForURL(/\/compliance\/mr_\w+\?rebalance=/);
    await app.page.getByRole('heading', { level: 1, name: 'Bought SAP SE' }).waitFor();
    const execution = sheet().getByRole('region', { name: 'Execution' });
    await execution.getByText('Trading venue transaction identification code').waitFor();
    await execution.getByText('RTS 22, 28').waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
    const address = app.page.url();
    await app.page.getByRole('link', { name: 'Compliance' }).last().click();
    await app.page.getByRole('region', { name: /records match/ }).waitFor();
    await app.page.goto(address);
    await sheet().waitFor();
  });

  it('is copied as the service has it', async () => {
    await press('Copy JSON');
    await app.page.getByRole('button', { name: 'Copied' }).waitFor();
    const copied: unknown = JSON.parse(await app.page.evaluate(() => navigator.clipboard.readText()));
    const id = new URL(app.page.url()).pathname.split('/').at(-1);
    const { formAUrl, apiKey } = app.ballast;
    const ofService = await fetch(`${formAUrl}/mifid-records/${id}`, {
      headers: { authorization: `Bearer ${apiKey}` },
    });
    expect(mifidRecord.parse(copied)).toEqual(await ofService.json());
  });

  it(
    'is one page on paper, black on white in the dark theme too, with time and chain head',
    proves('L63'),
    async () => {
      await app.page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      const head = await (
        await fetch(`${app.ballast.controlUrl}/fingerprint`, {
          headers: { authorization: `Bearer ${app.ballast.adminToken}` },
        })
      ).json();
      await app.page.getByText(String(head.head), { exact: true }).waitFor();
      const paper = (await app.page.locator('body').innerText()).replaceAll('\u00a0', ' ');
      expect(paper).toMatch(/^Ballast\n/);
      expect(paper).toContain('2026-03-02 10:30:00');
      expect(paper).not.toContain('API documentation');
      for (const name of ['Screens', 'Filters of the records']) {
        expect(await app.page.getByLabel(name).isVisible()).toBe(false);
      }
      expect(await app.page.getByRole('button').count()).toBe(0);
      const colours = await sheet().evaluate((element) =>
        [document.body, ...element.querySelectorAll('h2, p, dt, dd, small, th, td')].map((each) => {
          const { color, backgroundColor } = getComputedStyle(each);
          return `${color} on ${backgroundColor}`;
        }),
      );
      expect(new Set(colours)).toEqual(
        new Set(['rgb(0, 0, 0) on rgb(255, 255, 255)', 'rgb(0, 0, 0) on rgba(0, 0, 0, 0)']),
      );
      const pdf = (await app.page.pdf({ preferCSSPageSize: true })).toString('latin1');
      expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBe(1);
      await app.page.emulateMedia({ media: null, colorScheme: null });
    },
  );

  it('opens the print dialog by its button, and leads to its rebalance and its trace', async () => {
    const pending = app.page.evaluate(
      () => new Promise<string>((resolve) => window.addEventListener('beforeprint', (event) => resolve(event.type))),
    );
    await press('Print');
    expect(await pending).toBe('beforeprint');
    const address = app.page.url();
    await app.page.locator('main').getByRole('link', { name: 'Trace' }).click();
    await app.page.getByRole('tree').waitFor();
    await app.page.goto(address);
    await app.page.locator('main').getByRole('link', { name: 'Rebalance', exact: true }).click();
    await app.page.waitForURL(app.at(`/rebalances/${rebalanceId}`));
    await app.page.getByRole('link', { name: 'Records' }).click();
    await app.page.waitForURL(app.at(`/compliance?rebalance=${rebalanceId}`));
    await app.page.goto(address);
  });

  it('says when its retention has ended, while the page is open', proves('L63'), async () => {
    await app.page.getByText('five years after the fill').waitFor();
    await app.ballast.control.advanceTo(Date.UTC(2031, 2, 2, 11));
    await app.page.getByText(/was retained until .* now responds with 404 for it/).waitFor();
    await app.page.getByRole('link', { name: 'Compliance' }).last().click();
    await rows().first().getByText('ended').waitFor();
    expect(app.complaints).toEqual([]);
  });
});
