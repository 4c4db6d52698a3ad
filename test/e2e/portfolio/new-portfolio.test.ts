/**
 * An analyst's journey: a portfolio of each form, typed and pasted, with issues at their place; then other targets.
 * @module-tag deep
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { accessibilityFaults } from '../every-screen/accessibility-faults.ts';

let app: OpenApp;

beforeAll(async () => {
  app = await openApp();
});
afterAll(() => app.close());

const press = (name: string | RegExp) => app.page.getByRole('button', { name, exact: true }).click();
const dialog = () => app.page.getByRole('dialog');
const rowOf = (table: string, text: string) =>
  app.page.getByRole('table', { name: table, exact: true }).locator('tbody tr', { hasText: text });
const summary = () => app.page.locator('dl', { hasText: 'Max drift' });

/** By keyboard alone: types, accepts the first match, and continues in the field of its number. */
async function add(label: 'Add a holding' | 'Add a target', searchText: string): Promise<void> {
  await app.page.getByRole('combobox', { name: label }).fill(searchText);
  await app.page.locator('[role=option][data-combobox-selected]', { hasText: searchText }).waitFor();
  await app.page.keyboard.press('Enter');
  const number = label === 'Add a holding' ? 'Quantity of ' : 'Target weight of ';
  await app.page.locator(`input[aria-label^="${number}"]:focus`).waitFor();
}

describe('a new portfolio of Form B', () => {
  it('begins with the choice of its form, which the address contains', async () => {
    await app.show('/portfolios');
    await app.page.getByRole('link', { name: 'New portfolio' }).click();
    await app.page
      .getByRole('navigation', { name: 'How the client is rebalanced' })
      .getByRole('link', { name: /^You approve each plan/ })
      .click();
    await app.page.waitForURL(app.at('/portfolios/new?form=B'));
    await app.page.getByLabel('Tax wrapper').waitFor();
    await app.page.getByLabel('Base currency').selectOption('CHF');
    await app.page.getByText(/applies the tax rules of Germany, although .* For Switzerland, enter CH/).waitFor();
    await app.page.getByLabel('Base currency').selectOption('EUR');
    expect(await app.page.getByLabel('Tax jurisdiction').count()).toBe(0);
    const lowerEdge = async (selector: string) => {
      const { y = 0, height = 0 } = (await app.page.locator(selector).boundingBox()) ?? {};
      return y + height;
    };
    expect(await lowerEdge('[data-sticky-footer]')).toBeCloseTo(await lowerEdge('main'), 0);
  });

  it('shows the refusals of the service at its fields', async () => {
    await add('Add a holding', 'sap');
    await press('Create the portfolio');
    await app.page
      .locator('.mantine-InputWrapper-root', { hasText: 'Name (client or portfolio)' })
      .locator('.mantine-InputWrapper-error')
      .waitFor();
    await rowOf('Holdings', 'SAP').getByText('Enter a number.').waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await app.page.getByLabel('Name (client or portfolio)').fill('By hand');
    await app.page.getByLabel('Quantity of SAP').fill('1');
    await press('Create the portfolio');
    await app.page.getByRole('region', { name: 'Targets' }).getByRole('alert').waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
  });

  it('values its holdings by the prices of this instant', async () => {
    await app.page.getByLabel('Name (client or portfolio)').fill('By hand');
    await app.page.getByLabel('Cash (EUR)').fill('5000');
    await app.page.getByLabel('Quantity of SAP').fill('100');
    const response = await app.page.request.get(app.serviceAt('/sim/depth?isin=DE0007164600&exchange=XETR'), {
      headers: { authorization: `Bearer ${app.ballast.adminToken}` },
    });
    const { mid } = (await response.json()) as { mid: number };
    const nav = (mid * 100 + 5000).toLocaleString('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    await summary().getByText(nav.replaceAll(',', '\u202f')).waitFor();
  });

  it('reports the sum of the targets and the missing part, and adds it', async () => {
    await add('Add a target', 'DE0007164600');
    await add('Add a target', 'IWDA');
    await app.page.getByLabel('Target weight of SAP in per cent').fill('30');
    await app.page.getByLabel('Target weight of IWDA in per cent').fill('45.5');
    const sum = app.page.getByRole('status', { name: 'Sum of the targets' });
    await sum.getByText('24.50 % is left for cash').waitFor();
    await app.page.getByRole('slider', { name: 'Target weight of SAP by slider' }).press('ArrowRight');
    await sum.getByText('24.00 % is left for cash').waitFor();
    await press('Scale to 100 %');
    await sum.getByText('nothing is left for cash').waitFor();
    await press('Equal weights');
    await expect.poll(() => app.page.getByLabel('Target weight of IWDA in per cent').inputValue()).toBe('50');
    await summary()
      .getByText(/! outside ±5\.00\s%/)
      .waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
  });

  it('is created, and its page is opened', async () => {
    await press('Create the portfolio');
    await app.page.getByRole('heading', { level: 1, name: 'By hand' }).waitFor();
    await rowOf('Holdings', 'SAP').getByText('100').first().waitFor();
  });
});

describe('pasted text', () => {
  it('shows every bad row, and nothing is imported until they are excluded on purpose', {
    tags: ['deep'],
  }, async () => {
    await app.show('/portfolios/new?form=B');
    await app.page.getByLabel('Name (client or portfolio)').fill('Pasted');
    await press('Paste…');
    const text =
      'Anzahl;ISIN;Börse;Ziel %\n1.250,5;DE0007164600;XETR;60\n7;DE0007164601;XETR;\n;IE00B4L5Y983;;40\nx;DE0008404005;XETR;';
    await dialog().getByLabel('Table or JSON').fill(text);
    const faults = dialog().getByRole('table', { name: 'Errors in the pasted text' }).locator('tbody tr');
    await faults.nth(1).waitFor();
    expect(await faults.allInnerTexts()).toEqual([
      'Line 3\tISIN\t“DE0007164601” has the check digit 1, expected 0; SAP is DE0007164600',
      'Line 5\tAnzahl\t“x” is not a number',
    ]);
    expect(await dialog().getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true);
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await dialog().getByLabel('Ignore the rows listed above').check();
    await dialog().getByRole('button', { name: 'Apply' }).click();
    await dialog().waitFor({ state: 'detached' });
    expect(await app.page.getByLabel('Quantity of SAP').inputValue()).toBe('1\u202f250.5');
    expect(await app.page.getByLabel('Target weight of IWDA in per cent').inputValue()).toBe('40');
    expect(await app.page.getByLabel('Name (client or portfolio)').inputValue()).toBe('Pasted');
  });

  it('of a broker is split into holdings with their lots, cash and sums', { tags: ['deep'] }, async () => {
    await press('Paste…');
    const text = [
      'Wertpapier;ISIN;Börse;Stück;Einstandskurs;Kaufdatum;Ziel %',
      'SAP SE;DE0007164600;Xetra;"100,00";"98,40 €";15.03.2021;70',
      'SAP SE;DE0007164600;XETR;50;120,00 €;02.11.2023;70',
      'SAP SE;DE0007164600;Euronext Paris;10;;;70',
      'Liquidität;;;"1.250,50 €";;;',
      'Summe;;;;;;100',
    ].join('\n');
    await dialog().getByLabel('Table or JSON').fill(text);
    await dialog().getByText('Lines 2 and 3 were merged into one holding of 2 lots: SAP at XETR.').waitFor();
    await dialog().getByText('The target of SAP in lines 2, 3 and 4 counts once.').waitFor();
    await dialog().getByText('Line 5, “Liquidität”, is cash.').waitFor();
    await dialog().getByText('Line 6, “Summe”, is a total and is ignored.').waitFor();
    const read = dialog().getByRole('table', { name: 'Preview' }).locator('tbody tr');
    // (100 × 98.40 + 50 × 120.00) ÷ 150 = 105.60.
    expect(await read.allInnerTexts()).toEqual([
      'SAP SAP SE\tXETR\t150\t2 lots at 105.60 EUR, since 2021-03-15\t70.00',
      'SAP SAP SE\tXPAR\t10\t–\t',
      'Cash\t\t1\u202f250.50 EUR\t\t30.00',
    ]);
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await app.page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await press('Paste…');
    expect(await dialog().getByLabel('Table or JSON').inputValue()).toBe(text);
    await dialog().getByRole('button', { name: 'Apply' }).click();
    await app.page.getByRole('status', { name: 'Sum of the targets' }).getByText('30.00 % is left for cash').waitFor();
    await rowOf('Holdings', 'XETR').getByText('2 tax lots').waitFor();
    await app.page.getByText('Cash and unit costs are taken to be in EUR. Changing').waitFor();
    await press('Create the portfolio');
    await app.page.getByRole('heading', { level: 1, name: 'Pasted' }).waitFor();
    await app.page.getByRole('link', { name: 'Lots', exact: true }).click();
    await app.page.getByText('2021-03-15').first().waitFor();
  });

  it('retains its lots where other holdings are changed', { tags: ['deep'] }, async () => {
    await app.page.getByRole('link', { name: 'Edit' }).click();
    await app.page.getByLabel('Quantity of SAP').last().fill('20');
    await app.page.getByText('A holding whose quantity you change gets a single new tax lot').waitFor();
    await press('Save');
    await app.page.getByRole('heading', { level: 1, name: 'Pasted' }).waitFor();
    await app.page.getByRole('link', { name: 'Lots', exact: true }).click();
    await app.page.getByText('By order').click();
    await rowOf('Lots by order', '2023-11-02').waitFor();
    await app.show('/portfolios/new?form=B');
  });

  it('says where it reads a cost as the total of its line, and warns where that is far from the price', {
    tags: ['deep'],
  }, async () => {
    await app.show('/portfolios/new?form=B');
    await press('Paste…');
    await dialog().getByLabel('Table or JSON').fill('ISIN;Stück;Einstandswert\nDE0007164600;100;105,50');
    await dialog().getByText('Einstandswert is read as the total cost of the line.').waitFor();
    await dialog()
      .getByText(/SAP cost 1\.06 EUR a share, but its price is 2\d\d\.\d\d/)
      .waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await dialog().getByText('the cost per share').click();
    await dialog().getByText('1 lot at 105.50 EUR').waitFor();
    await dialog().getByText('far from the current price').waitFor({ state: 'detached' });
    await app.page.keyboard.press('Escape');
  });

  it('has costs and cash in the base currency of Form B where no form is chosen yet', {
    tags: ['deep'],
  }, async () => {
    await app.show('/portfolios/new');
    await press('Paste…');
    await dialog()
      .getByLabel('Table or JSON')
      .fill('ISIN;Quantity;Cost price;Currency\nGB00BP6MXD84;100;21.55;GBP\nDE0007164600;10;98.40;EUR\nCash;2500;;GBP');
    await dialog().getByText('SHEL gets no tax lots: its cost in line 2 is in GBP, not in EUR.').waitFor();
    await dialog().getByText('1 lot at 98.40 EUR').waitFor();
    await dialog().getByText('is cash in GBP, but the portfolio’s cash is in EUR').waitFor();
    await app.page.keyboard.press('Escape');
    await app.show('/portfolios/new?form=B');
  });

  it('that is the body of Form A opens that form, which is created with all fields', {
    tags: ['deep'],
  }, async () => {
    await press('Paste…');
    const body = { name: 'Family office', currency: 'SEK', tax_jurisdiction: 'SE', account_type: 'isa' };
    await dialog().getByLabel('Table or JSON').fill(JSON.stringify(body));
    await dialog().getByText('This opens the form “In one step”.').waitFor();
    await dialog().getByRole('button', { name: 'Apply' }).click();
    await app.page.waitForURL(app.at('/portfolios/new?form=A'));
    expect(await app.page.getByLabel('Name', { exact: true }).inputValue()).toBe('Family office');
    await app.page.getByLabel('Cash (SEK)').fill('250000');
    await add('Add a holding', 'sap');
    await add('Add a target', 'sap');
    await app.page.getByLabel('Target weight of SAP in per cent').fill('80');
  });
});

describe('a new portfolio of Form A', () => {
  it('is not created at all if the service refuses a part of it, and is created once', { tags: ['deep'] }, async () => {
    await press('Create the portfolio');
    await rowOf('Holdings', 'SAP').getByText('Enter a number.').waitFor();
    await app.page.getByLabel('Quantity of SAP').fill('2e9');
    await press('Create the portfolio');
    await rowOf('Holdings', 'SAP').locator('.mantine-InputWrapper-error').waitFor();
    await app.page.getByLabel('Quantity of SAP').fill('12.5');
    await press('Create the portfolio');
    await app.page.getByRole('heading', { level: 1, name: 'Family office' }).waitFor();
    await app.page.getByRole('table', { name: 'Drift by position' }).waitFor();
    await app.show('/portfolios');
    const row = rowOf('Portfolios', 'Family office');
    await row.waitFor();
    expect(await row.count()).toBe(1);
    // In EUR, with its own currency in the tooltip.
    expect(await row.getByTitle('250\u202f000.00 SEK').count()).toBe(1);
  });
});

describe('an existing portfolio', () => {
  const unsaved = () => app.page.getByText(/^Unsaved changes from \d\d:\d\d \(real time\)\.$/);
  /** Another client changes the portfolio that is being edited. */
  const set = async (part: string, data: unknown) => {
    const id = new URL(app.page.url()).pathname.split('/').at(-2) ?? '';
    const headers = { authorization: `Bearer ${app.ballast.adminToken}` };
    const response = await app.page.request.post(app.serviceAt(`/sim/portfolios/${id}/${part}`), { headers, data });
    expect(response.status()).toBe(200);
  };

  it('cannot be saved with targets above 100 %, and says how to correct that', { tags: ['deep'] }, async () => {
    await app.page.getByRole('link', { name: 'By hand' }).click();
    await app.page.getByRole('link', { name: 'Edit' }).click();
    await app.page.getByText('No changes.').waitFor();
    await app.page.getByLabel('Target weight of SAP in per cent').fill('100');
    const footer = app.page.locator('div', { has: app.page.getByRole('button', { name: 'Save' }) }).last();
    await footer.getByText('The targets sum to 150.00 %.').waitFor();
    expect(await app.page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await footer.getByRole('button', { name: 'Scale to 100 %' }).click();
    await expect.poll(() => app.page.getByLabel('Target weight of SAP in per cent').inputValue()).toBe('66.67');
    expect(await app.page.getByRole('button', { name: 'Save' }).isEnabled()).toBe(true);
    await app.page.setViewportSize({ width: 1440, height: 560 });
    // The sticky footer covers the slider under it, including its thumb.
    const top = await footer.evaluate((element) => {
      const { left, top } = element.getBoundingClientRect();
      const thumb = document.querySelector('[role=slider]')?.getBoundingClientRect();
      document.querySelector('main')?.scrollBy(0, (thumb?.top ?? 0) - top - 10);
      const now = document.querySelector('[role=slider]')?.getBoundingClientRect();
      const hit = document.elementFromPoint((now?.left ?? left) + 3, (now?.top ?? top) + 3);
      return now !== undefined && now.top + 3 > top ? hit?.closest('[role=slider]') === null : true;
    });
    expect(top).toBe(true);
    await app.page.setViewportSize({ width: 1440, height: 900 });
  });

  it('retains unsaved changes, and says so on its page and in the list', { tags: ['deep'] }, async () => {
    await app.page.getByRole('link', { name: 'Close' }).click();
    await unsaved().waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await app.show('/portfolios');
    await rowOf('Portfolios', 'By hand').getByRole('link', { name: 'draft' }).click();
    await unsaved().waitFor();
    await app.page.reload();
    await unsaved().waitFor();
    expect(await app.page.getByLabel('Target weight of SAP in per cent').inputValue()).toBe('66.67');
    expect(await accessibilityFaults(app.page)).toEqual([]);
  });

  it('shows what has changed meanwhile, and returns to that where the draft is discarded', {
    tags: ['deep'],
  }, async () => {
    await set('cash', { amount: 7000 });
    await set('targets', { targets: [{ isin: 'DE0007164600', weight: 0.6 }] });
    await app.page.reload();
    await app.page.getByText('The portfolio has changed in the meantime. Saving replaces its targets').waitFor();
    expect(await app.page.getByLabel('Cash (EUR)').inputValue()).toBe('7\u202f000');
    await press('Discard');
    await expect.poll(() => app.page.getByLabel('Target weight of SAP in per cent').inputValue()).toBe('60');
    await press('Undo');
    await expect.poll(() => app.page.getByLabel('Target weight of SAP in per cent').inputValue()).toBe('66.67');
    await press('Discard changes');
    await app.page.getByText('No changes.').waitFor();
  });

  it('gets other targets once a change of somebody else was named, and keeps the rest', {
    tags: ['deep'],
  }, async () => {
    await app.page.getByLabel('Target weight of SAP in per cent').fill('80');
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await set('cash', { amount: 6500 });
    await set('targets', { targets: [{ isin: 'DE0007164600', weight: 0.7 }] });
    await press('Save');
    await app.page.getByText('The portfolio’s targets changed meanwhile, too. To replace that').waitFor();
    await press('Save');
    await app.page.getByRole('heading', { level: 1, name: 'By hand' }).waitFor();
    const drift = app.page.getByRole('table', { name: 'Drift by position' });
    await drift.getByText('80.00').first().waitFor();
    expect(await drift.innerText()).not.toContain('IWDA');
    await rowOf('Holdings', 'SAP').waitFor();
    expect(await unsaved().count()).toBe(0);
    expect(app.complaints).toEqual([]);
  });
});
