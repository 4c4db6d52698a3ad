/**
 * A client author's journey: from the empty list to a finding and its story, a client that passes, and one that cannot
 * be explored at all.
 * @module-tag deep
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proves } from '../../conformance/proves.ts';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { accessibilityFaults, faultsInBothThemes } from '../every-screen/accessibility-faults.ts';
import { walkFaults } from '../every-screen/keyboard-walk.ts';
import { unreachableControls } from '../every-screen/unreachable-controls.ts';
import { makeClients } from './tiny-client.ts';

/** How long an exploration may take on a slow machine: a client is a process. */
const PATIENCE = { timeout: 600_000 };

let app: OpenApp;
let folder: string;

beforeAll(async () => {
  folder = makeClients();
  app = await openApp({ allowCommands: true });
  await app.page.setViewportSize({ width: 1280, height: 720 });
});
afterAll(() => app.close());

const button = (name: string | RegExp) => app.page.getByRole('button', { name, exact: true });
const link = (name: string) => app.page.getByRole('link', { name, exact: true });
const field = (name: string) => app.page.getByRole('textbox', { name, exact: true });
/** The script that gives the page access runs in the frame of a story, too, which has no storage. */
const complaints = () => app.complaints.filter((complaint) => !complaint.includes("'localStorage'"));
const status = (label: string) => app.page.locator('[data-page-header] [data-badge]', { hasText: label });

/** Few trials at once, since other tests need the machine, too. */
async function explore(command: string, trials: string): Promise<void> {
  await app.page.goto(app.at('/explorer/new'));
  await field('Command').fill(command);
  await field('Working folder').fill(folder);
  await field('Budget').fill('1h');
  await field('Trials').fill(trials);
  await field('Trials at once').fill('2');
  await button('Explore').click();
  await button('Run and explore').click();
  await app.page.waitForURL(/\/explorer\/ex_\d+$/);
}

describe('a client without retries', () => {
  it('is explored from the first screen on', proves('Q6.1', 'Q6.2'), async () => {
    const { page } = app;
    await page.goto(app.at('/'));
    await link('Explorer').click();
    await page.getByText('No client has been explored yet.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await link('Explore a client').click();
    await page.getByText('Enter the command of your client first.').waitFor();
    await field('Command').fill('node "weak.mjs');
    await page.getByText('The quote " is not closed.').waitFor();
    expect(await button('Explore').isDisabled()).toBe(true);
    await field('Command').fill('node "weak.mjs" --slowly');
    expect(await page.getByRole('list', { name: 'Program and its arguments' }).locator('li').allInnerTexts()).toEqual([
      'node',
      'weak.mjs',
      '--slowly',
    ]);
    await page.getByText('BALLAST_TRIAL_FOLDER').waitFor();
    // The draft is still there after a visit to another screen.
    await page.goto(app.at('/traffic/requests'));
    await page.goto(app.at('/explorer/new'));
    expect(await field('Command').inputValue()).toBe('node "weak.mjs" --slowly');
    expect(await faultsInBothThemes(page)).toEqual([]);
    await explore('node weak.mjs', '3');
    await page.getByRole('heading', { level: 1, name: 'node weak.mjs' }).waitFor();
    await page.getByText(`Runs node weak.mjs in ${folder}`).waitFor();
    await status('complete').waitFor(PATIENCE);
  });

  it('is reported as weak, with what to do about it', proves('Q6.4'), async () => {
    const { page } = app;
    const finding = page.getByRole('article').first();
    await finding.locator('[data-badge]', { hasText: 'weak' }).waitFor();
    expect(await finding.getByRole('heading').innerText()).toMatch(/^The client ended with code 1 after/);
    await finding.getByText(/seen in \d of 5 runs/).waitFor();
    await finding.getByText('Latest output of the client').click();
    await finding.getByText(/asks once/).waitFor();
    expect(await faultsInBothThemes(page)).toEqual([]);
  });

  it('is reached by pointer and keyboard in a small window, and so is the form', {
    ...proves('Q6.1'),
    tags: ['deep'],
  }, async () => {
    const { page } = app;
    const faults: string[] = [];
    const exploration = page.url();
    for (const address of [app.at('/explorer/new'), exploration]) {
      await page.goto(address);
      await page.getByRole('heading', { level: 1 }).waitFor();
      for (const size of [
        { width: 640, height: 360 },
        { width: 420, height: 800 },
        { width: 1280, height: 720 },
      ]) {
        await page.setViewportSize(size);
        faults.push(...(await unreachableControls(page)));
      }
      faults.push(...(await walkFaults(page)));
    }
    expect(faults, faults.join('\n')).toEqual([]);
  });

  it('has its coverage in a table, in which each square is described', proves('Q6.4'), async () => {
    const { page } = app;
    const table = page.getByRole('table', { name: 'Requests' });
    await table.getByRole('rowheader', { name: 'createPortfolio', exact: true }).waitFor();
    await table.getByRole('columnheader', { name: '429' }).waitFor();
    const square = table.getByRole('link', {
      name: /^createPortfolio, the 1st: 500 \(internal_error\): the client failed: finding \d+$/,
    });
    await square.hover();
    await page
      .getByRole('tooltip')
      .getByText(/^createPortfolio, the 1st: 500 \(internal_error\): the client failed: finding \d+$/)
      .waitFor();
    const legend = page.getByRole('list', { name: 'Legend' });
    expect(await legend.innerText()).toMatch(/not tried yet: [1-9]/);
  });

  it('has its story in the app, in a frame that runs nothing', proves('Q6.4'), async () => {
    const { page } = app;
    await button('Read the story').first().click();
    const story = page.frameLocator('iframe[title="Story of finding 1"]');
    await story.getByRole('heading', { level: 1, name: /^The client ended with code 1/ }).waitFor();
    expect(await page.locator('iframe').getAttribute('sandbox')).toBe('');
    expect(new URL(page.url()).searchParams.get('story')).toBe('1');
    await page.reload();
    await story.getByText('Expected behaviour').waitFor();
    await button('Close the story').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(complaints()).toEqual([]);
  });

  it.each(['scenario.yaml', 'explore.yaml', 'test.mjs'])('leaves its %s', proves('Q6.4'), async (name) => {
    const saved = app.page.waitForEvent('download');
    await link(name).first().click();
    expect((await saved).suggestedFilename()).toMatch(new RegExp(`^ex_\\d+-finding-1\\.${name}$`));
  });

  it('is explored again with the settings of the form, and the last folder', proves('Q6.1'), async () => {
    const { page } = app;
    await link('Explore again').click();
    await expect.poll(() => field('Command').inputValue()).toBe('node weak.mjs');
    await page.goto(app.at('/explorer/new'));
    expect(await field('Working folder').inputValue()).toBe(folder);
    expect(await field('Command').inputValue()).toBe('');
  });
});

describe('a client that passes', () => {
  it('is reported plainly, with the trials', { ...proves('Q6.4'), tags: ['deep'] }, async () => {
    await explore('node sound.mjs', '3');
    await app.page
      .getByText(/^(No fault broke the client|No confirmed findings so far)\.$/)
      .first()
      .waitFor(PATIENCE);
    await status('complete').waitFor(PATIENCE);
    await app.page.getByText('No fault broke the client.').waitFor();
    await app.page.getByText(/The client was run \d+ times, with 3 of \d+ single faults\.$/).waitFor();
  });

  it('is stopped by a button, and remains in the list', { ...proves('Q6.3'), tags: ['deep'] }, async () => {
    const { page } = app;
    await explore('node sound.mjs', '5000');
    await page.getByRole('progressbar', { name: 'Single faults tried' }).waitFor();
    await button('Stop').click();
    await status('stopped').waitFor(PATIENCE);
    await link('Explorer').first().click();
    const list = page.getByRole('table', { name: 'Explorations' });
    await list.getByText('stopped').waitFor();
    expect(await list.locator('tbody tr').count()).toBeGreaterThanOrEqual(2);
    expect(await faultsInBothThemes(page)).toEqual([]);
  });
});

describe('a client that cannot be explored', () => {
  it('is reported with its reason, if it fails without faults', { ...proves('Q6.3'), tags: ['deep'] }, async () => {
    const { page } = app;
    await explore("node 'broken client.mjs'", '3');
    await status('broken').waitFor(PATIENCE);
    const alert = page.getByRole('alert');
    await alert.getByText('The exploration could not continue.').waitFor();
    expect(await alert.innerText()).toMatch(/cannot find the settings\n\s+in line 2/);
    expect(await faultsInBothThemes(page)).toEqual([]);
  });

  it('is refused at its fields', { ...proves('Q6.1'), tags: ['deep'] }, async () => {
    const { page } = app;
    await page.goto(app.at('/explorer/new'));
    await field('Command').fill('node weak.mjs');
    await field('Working folder').fill('clients');
    await button('Explore').click();
    await page.getByText('Is not an absolute path.').waitFor();
    expect(await field('Working folder').getAttribute('aria-invalid')).toBe('true');
    await field('Working folder').fill(folder);
    await field('Configuration file (optional)').fill('no.yaml');
    await button('Explore').click();
    await expect.poll(() => field('Configuration file (optional)').getAttribute('aria-invalid')).toBe('true');
    expect(complaints()).toEqual([]);
  });

  it('is reported calmly where it no longer exists', { ...proves('Q6.3'), tags: ['deep'] }, async () => {
    await app.page.goto(app.at('/explorer/ex_99'));
    await app.page.getByText('This exploration no longer exists.').waitFor();
  });
});

describe('a server that runs no clients', () => {
  it('says so in the form', proves('Q6.1'), async () => {
    const other = await openApp();
    try {
      const { page } = other;
      await page.goto(other.at('/explorer/new'));
      await page.getByRole('textbox', { name: 'Command', exact: true }).fill('node weak.mjs');
      await page.getByRole('textbox', { name: 'Working folder', exact: true }).fill(folder);
      await page.getByRole('button', { name: 'Explore', exact: true }).click();
      await page
        .getByRole('alert')
        .getByText(/was started without --allow-commands/)
        .waitFor();
    } finally {
      await other.close();
    }
  });
});
