/**
 * The banners of the app while the disk is full, and where something else changed the event log.
 *
 * @module-tag deep
 */
import { copyFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, expect, it } from 'vitest';
import { createBallast } from '../../../src-server/app.ts';
import { createSample } from '../../api/service/sample-portfolio.ts';
import { proves } from '../../conformance/proves.ts';
import { applyOptions } from '../../support/ballast-defaults.ts';
import { describeWithDisk, mountDisk, type SmallDisk } from '../../support/machine/small-disk.ts';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { callerOf, newFolder } from '../../support/start-ballast.ts';
import { faultsInBothThemes } from '../every-screen/accessibility-faults.ts';

let app: OpenApp | null = null;
let folder: string | null = null;
let disk: SmallDisk | null = null;

afterEach(async () => {
  await app?.close();
  if (folder !== null) rmSync(folder, { recursive: true, force: true });
  disk?.remove();
  [app, folder, disk] = [null, null, null];
});

async function isSound({ page }: OpenApp): Promise<void> {
  expect(await faultsInBothThemes(page)).toEqual([]);
}

it('says that the event log is not what was written', proves('L102'), async () => {
  folder = newFolder();
  const made = await createBallast(applyOptions({ seed: 42, demo: true, dataDir: folder }));
  await made.stop();
  const database = new Database(join(folder, 'ballast.db'));
  database.prepare("update events set data = '{}' where seq = 3").run();
  database.close();
  app = await openApp({ dataDir: folder });
  await app.show('/portfolios');
  const banner = app.page.getByRole('alert').filter({ hasText: 'The event log was changed outside Ballast.' });
  await banner.getByText('Entry 3 does not match the hash of the entry before it').waitFor();
  await isSound(app);
});

it('says that the event log is not the latest', proves('K116'), async () => {
  folder = newFolder();
  const [file, copy] = [join(folder, 'ballast.db'), join(folder, 'copy')];
  await (await createBallast(applyOptions({ seed: 42, dataDir: folder }))).stop();
  copyFileSync(file, copy);
  const made = await createBallast(applyOptions({ dataDir: folder }));
  await createSample({ b: callerOf(made.formBUrl, made.apiKey) });
  await made.stop();
  renameSync(copy, file);
  app = await openApp({ dataDir: folder });
  await app.show('/portfolios');
  const banner = app.page.getByRole('alert').filter({ hasText: 'The event log is incomplete.' });
  await banner.getByText(/\d+ entries had been written when this world was last open/).waitFor();
  await isSound(app);
});

describeWithDisk('on a disk that fills up', () => {
  it('says that the world is stopped, and no longer than that', proves('L102'), async () => {
    disk = mountDisk(60);
    app = await openApp({ dataDir: join(disk.folder, 'world'), clockMode: 'realtime' });
    await app.show('/rebalances');
    await app.page.getByRole('heading', { name: 'Rebalances' }).first().waitFor();
    disk.fill();
    const banner = app.page.getByRole('alert').filter({ hasText: 'The world is stopped.' });
    await banner.getByText('The disk is full.').waitFor();
    await isSound(app);
    await app.page.getByRole('link', { name: 'Open data settings' }).click();
    await app.page.waitForURL(app.at('/settings/data'));
    disk.makeRoom();
    await banner.waitFor({ state: 'detached' });
  });
});
