/** The flags of `ballast app`: those that set up a world are the same as for `serve`, and the app names no others. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { serverPlace } from '../../../src-main/server/server-place.ts';
import { buildProgram } from '../../../src-server/cli/main.ts';
import { appOptions } from '../../../src-server/cli/options/app-options.ts';
import { appServerOptions } from '../../../src-server/system/server-defaults.ts';
import { proves } from '../../conformance/proves.ts';

const USER = { dataDir: '/user/world', scenariosDir: '/user/scenarios' };
const PAGES = join(import.meta.dirname, '../../../src-renderer');

const program = buildProgram({ requested: new Promise(() => undefined), isRequested: () => false }, () => undefined);

function flagsOf(name: string): string[] {
  const command = program.commands.find((each) => each.name() === name);
  return command?.options.map(({ long }) => long ?? '') ?? [];
}

describe('ballast app', () => {
  test('sets up a world by the flags of serve', proves('K6'), () => {
    const options = appOptions(
      { open: false, memory: true, seed: '7', dividends: 'on', settlement: 'simulated', rateLimit: '5' },
      USER,
    );
    if ('faults' in options) throw new Error(options.faults.join());
    expect(appServerOptions(options, 'silent')).toMatchObject({
      dataDir: null,
      seed: 7,
      dividends: 'on',
      settlement: 'simulated',
      rateLimitPerMinute: 5,
      demo: true,
      allowCommands: true,
      clockMode: null,
    });
    const hosts = appOptions({ open: false, allowWebhookHost: ['hooks.example=10.0.0.7'] }, USER);
    expect(hosts).toMatchObject({ world: { allowedWebhookHosts: [{ name: 'hooks.example', address: '10.0.0.7' }] } });
    expect(appOptions({ open: false, dividends: 'maybe' }, USER)).toEqual({
      faults: ["--dividends: 'maybe' is not off or on"],
    });
  });

  test('passes the same to the window', () => {
    const world = { dividends: 'on', allowedWebhookHosts: [{ name: 'hooks.example', address: null }] };
    const argument = `--ballast-world=${encodeURIComponent(JSON.stringify(world))}`;
    expect(serverPlace(['electron', '.', '--ballast-memory', argument], '/user').world).toEqual(world);
  });

  test('has every flag of serve that a page names', () => {
    const known = new Set(flagsOf('app'));
    const others = flagsOf('serve').filter((flag) => !known.has(flag) && flag !== '--help');
    expect(others).toContain('--api-key');
    const named = readdirSync(PAGES, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !file.includes('generated'))
      .flatMap((file) => {
        const text = readFileSync(join(PAGES, file), 'utf8');
        return others.filter((flag) => new RegExp(`${flag}(?![a-z-])`).test(text)).map((flag) => `${file}: ${flag}`);
      });
    expect(named).toEqual([]);
  });
});
