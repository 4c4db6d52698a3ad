/**
 * An analyst's journey: a scenario is found, run beside the world, watched and stopped, and a failure is understood.
 * @module-tag deep
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scenarioRun } from '../../../src-server/contract/control/scenarios/scenario-runs.ts';
import { proves } from '../../conformance/proves.ts';
import { DEPOT } from '../../scenario/library/depot-world.ts';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { newFolder, stopAll } from '../../support/start-ballast.ts';
import { accessibilityFaults } from '../every-screen/accessibility-faults.ts';

const LOOK = "  - request: { form: B, method: GET, path: '/portfolios/${depot}' }\n    expect: { status: 200, body: ";
const REBALANCE = `  - request: { form: B, method: POST, path: /rebalance, body: { portfolio_id: '\${depot}' }, save: { plan: /rebalance_id } }
  - request: { form: B, method: POST, path: '/rebalance/\${plan}/execute', body: { confirm: true } }
  - until: { rebalance: '\${plan}' }
`;
const FILES = {
  'good.yaml': `name: A sound rebalance\ndescription: Half of it is sold.\ntags: [well]\nseed: 5\n${DEPOT}steps:\n${LOOK}{ /currency: EUR } }\n${REBALANCE}`,
  'more/wrong.yaml': `name: Expected wrongly\n${DEPOT}steps:\n  - advance: 1m\n${LOOK}{ /currency: CHF, /cash/amount: 7 } }\n`,
  'golden.yaml': `name: Another log\n${DEPOT}steps:\n  - advance: 1m\n`,
  'golden.golden.ndjson': `{"at":1772443800000,"data":{"rules":"off","seed":1},"hash":"${'0'.repeat(64)}","seq":1,"type":"world.created"}\n`,
  'long.yaml': `name: A long time\n${DEPOT}steps:\n  - repeat: { times: 100000, steps: [{ advance: 1d }] }\n`,
  'broken.yaml': 'name: Broken\nsteps:\n  - advance: soon\n',
};

let app: OpenApp;
let folder: string;

beforeAll(async () => {
  folder = newFolder();
  mkdirSync(join(folder, 'more'));
  for (const [file, text] of Object.entries(FILES)) writeFileSync(join(folder, file), text);
  app = await openApp({ scenarios: folder });
  await app.page.setViewportSize({ width: 1280, height: 720 });
});
afterAll(async () => {
  await app.close();
  await stopAll();
});

const status = (label: string) => app.page.locator('[data-page-header] [data-badge]', { hasText: label });
const rows = () => app.page.getByRole('table', { name: 'Scenarios' }).locator('tbody tr');

async function open(file: string): Promise<void> {
  await app.page.goto(app.at(`/scenarios/${file}`));
  await app.page.getByRole('form', { name: 'Run the scenario' }).waitFor();
}

describe('the library', () => {
  it('lists every file of the folder, also the one that cannot be run, and is filtered', async () => {
    await app.page.goto(app.at('/scenarios'));
    await rows().first().waitFor();
    expect(await rows().count()).toBe(5);
    await rows().filter({ hasText: 'broken.yaml' }).getByText('invalid').waitFor();
    await app.page.getByText(/^One file cannot be run: broken\.yaml/).waitFor();
    await app.page.getByLabel('Filter scenarios').fill('well');
    await rows().filter({ hasText: 'Expected wrongly' }).waitFor({ state: 'detached' });
    expect(await rows().count()).toBe(1);
    expect(await accessibilityFaults(app.page)).toEqual([]);
  });

  it('is filtered by tags, which the address retains', async () => {
    await app.page.getByRole('button', { name: 'Clear the filter' }).click();
    await app.page.getByText('well 1', { exact: true }).click();
    await rows().filter({ hasText: 'Expected wrongly' }).waitFor({ state: 'detached' });
    expect(new URL(app.page.url()).searchParams.get('tags')).toBe('well');
    await app.page.getByRole('button', { name: 'Run this one' }).waitFor();
  });

  it('is found by the palette', async () => {
    await app.page.keyboard.press('Control+k');
    await app.page.getByRole('combobox', { name: 'Find anything' }).fill('expected wrongly');
    await app.page.getByRole('option', { name: /Expected wrongly.*more\/wrong\.yaml/ }).click();
    await app.page.getByRole('heading', { level: 1, name: 'Expected wrongly' }).waitFor();
    await app.page.goBack();
  });

  it('opens a scenario from the keyboard', async () => {
    await rows().first().focus();
    await app.page.keyboard.press('Enter');
    await app.page.getByRole('heading', { level: 1, name: 'A sound rebalance' }).waitFor();
    await app.page.getByText('Not run yet.').waitFor();
    expect(new URL(app.page.url()).pathname).toBe('/scenarios/good.yaml');
  });
});

describe('a user’s own file', () => {
  const text = () => app.page.getByRole('textbox', { name: 'Text' });

  it('is opened from the disk, run at once, and written nowhere', { ...proves('K84.1'), tags: ['deep'] }, async () => {
    await app.page.goto(app.at('/scenarios?dialog=open'));
    const own = join(newFolder(), 'own.ballast.yaml');
    writeFileSync(own, FILES['good.yaml'].replace('A sound rebalance', 'One of my own'));
    await app.page.getByLabel('Scenario file (.yaml)').setInputFiles(own);
    await expect.poll(() => text().textContent()).toContain('One of my own');
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await app.page.getByRole('button', { name: 'Open and run' }).click();
    await app.page.getByRole('heading', { level: 1, name: 'One of my own' }).waitFor();
    await status('passed').waitFor();
    expect(existsSync(join(folder, 'own.ballast.yaml'))).toBe(false);
    await app.page.goto(app.at('/scenarios'));
    await rows().filter({ hasText: 'One of my own' }).getByText('passed').waitFor();
  });

  it('is pasted, and one that cannot be run says why on its page', {
    ...proves('K84.2'),
    tags: ['deep'],
  }, async () => {
    await app.page.getByRole('button', { name: 'Open a file…' }).click();
    await text().fill('portfolios: []');
    await app.page.getByRole('textbox', { name: 'Name' }).fill('pasted');
    await app.page.getByRole('button', { name: 'Open and run' }).click();
    await app.page.getByText('Is not the name of a .yaml file.').waitFor();
    await app.page.getByRole('textbox', { name: 'Name' }).fill('pasted.yaml');
    await app.page.getByRole('button', { name: 'Open and run' }).click();
    await app.page.getByText('It is a world or a file of steps to include, not a scenario.').waitFor();
    await text().fill(FILES['broken.yaml']);
    await app.page.getByRole('button', { name: 'Open and run' }).click();
    await app.page.getByText(/pasted\.yaml:3/).waitFor();
  });
});

describe('a run that passes', () => {
  it('shows its steps, its figures, its portfolios and a curve, at its own address', async () => {
    await open('good.yaml');
    await app.page.getByLabel('Seed of the run').press('Enter');
    await status('passed').waitFor();
    expect(new URL(app.page.url()).searchParams.get('run')).toMatch(/^sr_\d+$/);
    const steps = app.page.getByRole('table', { name: 'Steps' }).locator('tbody tr');
    expect(await steps.filter({ hasText: 'passed' }).count()).toBe(4);
    await app.page.getByRole('table', { name: 'Portfolios at the end' }).getByText('depot').waitFor();
    await app.page.getByRole('figure', { name: 'Value (EUR) over virtual time' }).locator('path').first().waitFor();
    await app.page.getByText(/npx ballast replay .*good\.yaml --seed 5/).waitFor();
    await app.page.reload();
    await status('passed').waitFor();
    await steps.first().waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
  });

  it('draws another curve when it is chosen', async () => {
    await app.page.getByRole('combobox', { name: 'Series shown' }).click();
    await app.page.getByRole('option', { name: 'Costs so far (EUR)' }).click();
    await app.page.getByRole('figure', { name: 'Costs so far (EUR) over virtual time' }).waitFor();
  });
});

describe('the file beside the steps', () => {
  it('marks the lines of the chosen step', { tags: ['deep'] }, async () => {
    await open('good.yaml');
    await app.page.getByRole('textbox', { name: 'Text of the scenario' }).getByText('A sound rebalance').waitFor();
    expect(await app.page.locator('.cm-markedLine').count()).toBe(0);
    await app.page.getByRole('table', { name: 'Steps' }).locator('tbody tr').first().click();
    await app.page.locator('.cm-markedLine').first().waitFor();
    expect(await app.page.locator('.cm-markedLine').allInnerTexts()).toEqual([
      expect.stringContaining('- request: { form: B, method: GET'),
      expect.stringContaining('expect: { status: 200'),
    ]);
    expect(await accessibilityFaults(app.page)).toEqual([]);
  });
});

describe('a run that fails', () => {
  it('shows the failed step, its expected and its actual value', async () => {
    await open('more/wrong.yaml');
    await app.page.getByRole('button', { name: 'Run', exact: true }).click();
    await status('failed').waitFor();
    await app.page.getByText('Step 2 of 2 failed').waitFor();
    await app.page.locator('.cm-markedLine').filter({ hasText: 'CHF' }).waitFor();
    const compared = app.page.getByRole('table', { name: 'Why step 2 failed' }).locator('tbody tr');
    expect((await compared.allInnerTexts()).map((text) => text.split(/\s+/))).toEqual([
      ['/currency', '"CHF"', '"EUR"'],
      ['/cash/amount', '7', '1000'],
    ]);
    expect(await accessibilityFaults(app.page)).toEqual([]);
  });

  it('because its golden log differs shows where it diverges', { tags: ['deep'] }, async () => {
    await open('golden.yaml');
    await app.page.getByRole('button', { name: 'Run', exact: true }).click();
    await app.page.getByText('log entry 1 differs').waitFor();
    const compared = app.page.getByRole('table', { name: 'What differs from the golden log' }).locator('tbody tr');
    expect((await compared.first().innerText()).split(/\s+/)).toEqual(['/data/rules', '"off"', '"warn"']);
    await status('failed').waitFor();
  });
});

describe('a long run', () => {
  it('shows its progress and is stopped by a button, which the list shows', { tags: ['deep'] }, async () => {
    await open('long.yaml');
    await app.page.getByRole('button', { name: 'Run', exact: true }).click();
    await app.page.getByRole('progressbar', { name: 'Progress of the run' }).waitFor();
    await app.page.getByText(/of 100\u202f000 steps/).waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await app.page.getByRole('button', { name: 'Stop' }).click();
    await status('stopped').waitFor();
    await app.page.getByRole('progressbar', { name: 'Progress of the run' }).waitFor({ state: 'detached' });
    await app.page.goto(app.at('/scenarios'));
    await app.page.getByLabel('Filter scenarios').fill('long');
    await rows().filter({ hasText: 'A long time' }).getByText('stopped').waitFor();
  });
});

describe('all scenarios', () => {
  it('are run together, also while another screen is shown or after the page was closed, and failed ones come first', {
    tags: ['deep'],
  }, async () => {
    await app.page.goto(app.at('/scenarios'));
    await app.page.getByLabel('Source').selectOption('own');
    const starter = await app.page.context().newPage();
    await starter.goto(app.page.url());
    await starter.getByRole('button', { name: 'Run these 4' }).click();
    await starter.getByRole('region', { name: 'Running 4 scenarios' }).waitFor();
    // The run of one page is shown in every page, and the next one continues it when it is closed.
    await app.page.getByRole('region', { name: 'Running 4 scenarios' }).waitFor();
    await starter.close();
    const runs = app.page.getByRole('region', { name: /^(Running|Ran) 4 scenarios/ });
    await runs.getByRole('progressbar', { name: 'Progress of all runs' }).waitFor();
    await app.page.getByRole('link', { name: 'Compare runs' }).click();
    await app.page.getByText('Choose two runs.').waitFor();
    // A reload continues with the remaining ones.
    await app.page.reload();
    await app.page.getByText('Choose two runs.').waitFor();
    await app.page.goBack();
    await runs.getByText(/[12] failed/).waitFor();
    await runs.getByText('1 passed').waitFor();
    await runs.getByRole('button', { name: 'Stop all' }).click();
    await app.page.getByRole('region', { name: 'Ran 4 scenarios' }).waitFor();
    const results = app.page.getByRole('table', { name: 'Runs' }).locator('tbody tr td:first-child');
    // The long one is always stopped; the last one fails if it ended before that.
    const labels = (await results.allInnerTexts()).map((text) => /failed|stopped/.exec(text)?.[0]);
    expect(labels).toEqual(labels.toSorted());
    expect(labels).toHaveLength(3);
    expect(labels).toContain('failed');
    expect(labels).toContain('stopped');
    await runs.getByText('1 passed').waitFor();
    await rows()
      .filter({ hasText: 'A sound rebalance' })
      .getByText(/\d\.\d\d/)
      .waitFor();
    await app.page.getByRole('button', { name: 'Close the results' }).click();
    await runs.waitFor({ state: 'detached' });
  });
});

describe('scenarios whose requests are lost', () => {
  const runs = () => app.page.getByRole('region', { name: /^(Running|Ran) \d+ scenario/ });
  const start = () => app.page.getByRole('button', { name: /^Run (?:these \d+|this one)$/ }).click();
  const allPassed = () => app.page.getByText('Every scenario passed.').waitFor();

  it('wait for the service, resume when it responds, and are offered again after they were skipped', async () => {
    await app.page.goto(app.at('/scenarios?tags=well'));
    await app.page.route('**/sim/scenario-runs**', (route) => route.abort());
    const waiting = () => runs().getByText('Waiting for the Ballast service, which does not respond.').first();
    await start();
    await waiting().waitFor();
    await app.page.unrouteAll();
    await allPassed();
    await app.page.route('**/sim/scenario-runs**', (route) => route.abort());
    await start();
    await waiting().waitFor();
    await runs().getByRole('button', { name: 'Stop all' }).click();
    await runs()
      .getByText(/^\W*[1-9]\d* skipped$/)
      .waitFor();
    await app.page.unrouteAll();
    await runs().getByRole('button', { name: 'Rerun skipped scenarios' }).click();
    await allPassed();
    await app.page.getByRole('button', { name: 'Close the results' }).click();
  });
});

describe('a missing file or run', () => {
  it('cannot be run if the file is invalid: its issues are shown with their places', { tags: ['deep'] }, async () => {
    await open('broken.yaml');
    await app.page
      .getByRole('alert')
      .getByText(/broken\.yaml:3:\d+ \/steps\/0\/advance/)
      .waitFor();
    expect(await app.page.getByRole('button', { name: 'Run', exact: true }).isDisabled()).toBe(true);
  });

  it('is reported calmly: a file that is gone, a run that is not stored', { tags: ['deep'] }, async () => {
    await app.page.goto(app.at('/scenarios/gone.yaml'));
    await app.page.getByRole('alert').getByText('It may have been renamed or deleted.').waitFor();
    await app.page.goto(app.at('/scenarios/good.yaml?run=sr_999'));
    await app.page.getByText('This run no longer exists').waitFor();
    expect(app.complaints).toEqual([]);
  });
});

describe('a file that is opened while too many runs are under way', () => {
  it('remains open when its run is refused, which is reported', { tags: ['deep'] }, async () => {
    const ask = (method: string, path: string, body?: unknown) =>
      fetch(`${app.ballast.controlUrl}${path}`, {
        method,
        headers: { authorization: `Bearer ${app.ballast.adminToken}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    const runs: string[] = [];
    for (let n = 0; n < 20; n += 1) {
      const { scenario_run_id: id } = scenarioRun.parse(
        await (await ask('POST', '/scenario-runs', { file: 'long.yaml' })).json(),
      );
      runs.push(id);
    }
    await app.page.goto(app.at('/scenarios?dialog=open'));
    await app.page.getByRole('textbox', { name: 'Text' }).fill(FILES['good.yaml']);
    await app.page.getByRole('textbox', { name: 'Name' }).fill('waiting.yaml');
    await app.page.getByRole('button', { name: 'Open and run' }).click();
    await app.page.getByText(/Starting the run failed/).waitFor();
    await app.page.getByText(/20 runs have not ended yet/).waitFor();
    await app.page.getByText('Not run yet.').waitFor();
    for (const id of runs) await ask('DELETE', `/scenario-runs/${id}`);
    expect(app.complaints).toEqual([]);
  });
});
