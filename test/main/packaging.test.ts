/**
 * Compares electron-builder.yml with the sources, because installers are not built here: what it packs exists, the
 * program is locked as the app's security demands, and it is associated only with Ballast's files.
 */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import desktop from '../../electron.vite.config.ts';
import { appId } from '../../src-main/app-id.ts';
import { scenarioEndings } from '../../src-main/scenarios/scenario-arguments.ts';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { proves } from '../conformance/proves.ts';

const association = z.object({ ext: z.string(), mimeType: z.string().optional(), rank: z.string().optional() });
const system = z.object({
  icon: z.string(),
  target: z.array(z.string()),
  fileAssociations: z.array(association).default([]),
});
const settings = z.object({
  appId: z.string(),
  files: z.array(z.string()),
  asar: z.boolean(),
  asarUnpack: z.array(z.string()),
  electronFuses: z.record(z.string(), z.boolean()),
  linux: system,
  mac: system,
  win: system,
});
const manifest = z.object({
  main: z.string(),
  dependencies: z.record(z.string(), z.string()).default({}),
  devDependencies: z.record(z.string(), z.string()),
  scripts: z.object({ package: z.string() }),
});

const root = packageRoot();
const config = settings.parse(parse(readFileSync(join(root, 'electron-builder.yml'), 'utf8')));
const { main, dependencies, devDependencies, scripts } = manifest.parse(
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')),
);
const packed = config.files.filter((pattern) => !pattern.startsWith('!')).map((pattern) => pattern.replace('/**', ''));

describe('the packed files', () => {
  test('exist, or are made by the build', proves('L89.4'), () => {
    const { main: mainBuild, preload, renderer } = desktop as Record<'main' | 'preload' | 'renderer', Built>;
    const made = [mainBuild, preload, renderer].map(({ build }) => build.outDir);
    // Beside the main process's bundle, by `copiedPackages`.
    made.push(join(mainBuild.build.outDir, '../packages'));
    // By docs/site/build-site.ts.
    made.push(join(root, 'out/site'));
    const lost = packed.filter((path) => !existsSync(join(root, path)) && !made.includes(join(root, path)));
    expect(lost).toEqual([]);
    expect(made.filter((folder) => !packed.some((path) => join(root, path) === folder))).toEqual([]);
  });

  test('include all that is read below the package’s folder at run time', proves('L89.4'), () => {
    expect(packed).toEqual(expect.arrayContaining(['package.json', 'fixtures', 'src-server/store/migrations']));
    expect(packed.some((path) => main.startsWith(`${path}/`))).toBe(true);
  });

  test(
    'include every package that is outside the bundles, and native files outside the archive',
    proves('L89.3', 'L89.4'),
    () => {
      const { main: built } = desktop as { main: Built };
      const external = built.build.rolldownOptions.external.filter((name) => name !== 'electron');
      expect(external.filter((name) => !(name in dependencies))).toEqual([]);
      expect(built.plugins.map(({ name }) => name)).toContain('copied-packages');
      expect(config.asar).toBe(true);
      expect(config.asarUnpack).toContain('**/*.node');
    },
  );

  test('include an icon large enough for every system', () => {
    for (const { icon } of [config.linux, config.mac, config.win]) {
      const bytes = readFileSync(join(root, icon));
      expect(bytes.subarray(1, 4).toString()).toBe('PNG');
      expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([512, 512]);
    }
  });
});

test('the program cannot be made to run anything but the app', proves('L89.3'), () => {
  expect(config.electronFuses).toEqual({
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableCookieEncryption: true,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    grantFileProtocolExtraPrivileges: false,
  });
});

describe('the installers', () => {
  test('are those of the three systems, with the name that the app gives itself', proves('L89.4'), () => {
    expect([config.linux.target, config.mac.target, config.win.target]).toEqual([
      ['AppImage', 'deb'],
      ['dmg'],
      ['nsis'],
    ]);
    expect(config.appId).toBe(appId);
  });

  test('are made by a tool of one exact version, of an Electron of one', () => {
    expect(scripts.package).toMatch(/ npm ci .*--prefix \.ci\/installer && .*--config electron-builder\.yml/);
    const { packages } = lockFile.parse(
      JSON.parse(readFileSync(join(root, '.ci/installer/package-lock.json'), 'utf8')),
    );
    const { '': wanted, ...installed } = packages;
    expect(installed['node_modules/electron-builder']?.version).toBe(wanted?.devDependencies?.['electron-builder']);
    const unchecked = Object.entries(installed).filter(([, { integrity }]) => integrity === undefined);
    expect(unchecked.map(([path]) => path)).toEqual([]);
    expect(devDependencies.electron).toMatch(/^\d+\.\d+\.\d+$/);
  });

  test('are associated with scenario files alone, if a system can tell them from other YAML', proves('L86.1'), () => {
    const { linux, mac, win } = config;
    expect(linux.fileAssociations.map(({ ext }) => ext)).toEqual(['ballast.yaml']);
    expect(linux.fileAssociations[0]?.mimeType).toBe('application/x-ballast-scenario+yaml');
    // Offered in addition to the editor, not as the default.
    expect(mac.fileAssociations.map(({ ext, rank }) => ({ ext, rank }))).toEqual([{ ext: 'yaml', rank: 'Alternate' }]);
    expect(win.fileAssociations).toEqual([]);
    for (const { ext } of [...linux.fileAssociations, ...mac.fileAssociations]) expect(scenarioEndings).toContain(ext);
  });
});

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      integrity: z.string().optional(),
      devDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
});

interface Built {
  readonly plugins: readonly { readonly name: string }[];
  readonly build: { readonly outDir: string; readonly rolldownOptions: { readonly external: readonly string[] } };
}
