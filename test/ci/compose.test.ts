/**
 * Tests the compose example without containers: the commands and variables of its file, run as processes of this
 * machine. Only ports and addresses differ.
 */

import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { get } from 'node:http';
import { isIPv4 } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { type RunningProcess, runBallast, runProcess } from '../support/run-process.ts';
import { untilOver } from '../support/until-over.ts';
import { baseImage, entryPoint, isHealthy } from './dockerfile.ts';

interface Service {
  readonly image: string;
  readonly build?: string;
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly working_dir?: string;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: object;
  readonly networks?: { readonly default: { readonly ipv4_address: string } };
}

interface ComposeFile {
  readonly services: { readonly ballast: Service; readonly tests: Service };
  readonly networks: {
    readonly default: { readonly ipam: { readonly config: readonly { readonly subnet: string }[] } };
  };
}

const folder = join(packageRoot(), 'docs/examples/compose');
const text = readFileSync(join(folder, 'compose.yaml'), 'utf8');

/** As compose reads it with these variables: `${NAME:-default}` is the only form that the file may have. */
function read(variables: Readonly<Record<string, string>> = {}): ComposeFile {
  const filled = text.replaceAll(
    /\$\{(\w+):-([^}]*)\}/g,
    (_all, name: string, usual: string) => variables[name] || usual,
  );
  expect(filled).not.toContain('$');
  return parse(filled, { merge: true });
}

const { services, networks } = read();
const address = services.tests.networks?.default.ipv4_address ?? '';

describe('the compose file', () => {
  test('refers to existing files and folders', () => {
    expect(existsSync(join(folder, services.ballast.build ?? '', 'Dockerfile'))).toBe(true);
    const mounts = (services.tests.volumes ?? []).map((volume) => volume.split(':'));
    expect(mounts.map(([from = '', to]) => [existsSync(join(folder, from)), to])).toEqual([
      [true, services.tests.working_dir],
    ]);
    expect(services.tests.image).toBe(baseImage);
  });

  test('starts the tests once the health check of the image has passed', () => {
    expect(services.tests.depends_on).toEqual({ ballast: { condition: 'service_healthy' } });
    expect(services.ballast).not.toHaveProperty('healthcheck');
  });

  test('publishes the service on this machine alone', () => {
    expect(services.ballast.ports).toEqual(['127.0.0.1:4710:4710']);
    expect(services.tests).not.toHaveProperty('ports');
  });

  test('fixes the address that webhooks go to, in the network of both', () => {
    expect(isIPv4(address)).toBe(true);
    expect(services.ballast.command).toContain(
      `--allow-webhook-host=${services.tests.environment.WEBHOOK_HOST}=${address}`,
    );
    expect(networks.default.ipam.config).toEqual([{ subnet: address.replace(/\.\d+$/, '.0/24') }]);
  });

  test('takes keys, port, network and checkout from variables', () => {
    const secrets = { BALLAST_API_KEY: 'own-key', BALLAST_ADMIN_TOKEN: 'own-token' };
    const own = read({ ...secrets, BALLAST_PORT: '4800', BALLAST_NETWORK: '10.99.0', BALLAST_CHECKOUT: '../ballast' });
    expect(own.services.ballast).toMatchObject({
      build: '../ballast',
      environment: secrets,
      ports: ['127.0.0.1:4800:4710'],
      command: expect.arrayContaining(['--allow-webhook-host=tests=10.99.0.100']),
    });
    expect(own.services.tests.environment).toMatchObject(secrets);
    expect(own.services.tests.networks?.default.ipv4_address).toBe('10.99.0.100');
    expect(own.networks.default.ipam.config).toEqual([{ subnet: '10.99.0.0/24' }]);
  });
});

describe('the service of the compose file', () => {
  let server: RunningProcess;
  let port: number;

  beforeAll(async () => {
    // The entry point of the image, then the arguments of the file; the last value of a flag applies.
    const args = [...entryPoint.slice(2), ...services.ballast.command.map((arg) => arg.replace(address, '127.0.0.1'))];
    const { environment: env } = services.ballast;
    server = runBallast([...args, '--host', '127.0.0.1', '--port', '0', '--json'], { env });
    port = Number(new URL(JSON.parse(await server.firstLine).base_url).port);
    await untilOver(
      () => isHealthy(port),
      (healthy) => healthy,
    );
  });
  afterAll(() => server.child.kill('SIGKILL'));

  /** Runs the command of the tests' container with its variables. */
  async function runTests(changed: Readonly<Record<string, string>> = {}) {
    const { command, environment } = services.tests;
    expect(command[0]).toBe('node');
    const own = environment.BALLAST_URL?.replace('//ballast:4710', `//127.0.0.1:${port}`);
    const env = { ...environment, BALLAST_URL: own, ...changed };
    const run = runProcess(process.execPath, command.slice(1), { cwd: join(folder, 'tests'), env });
    const { exitCode } = await run.ended;
    return { exitCode, text: run.stdout() + run.stderr() };
  }

  test('passes the tests beside it, whose receiver gets the webhooks', async () => {
    const run = await runTests();
    expect(run.exitCode, run.text).toBe(0);
    expect(run.text).toMatch(/^\S+ pass 2$/m);
  });

  test('fails them if they have another key, or a name that webhooks may not go to', async () => {
    expect((await runTests({ BALLAST_API_KEY: 'another' })).exitCode).toBe(1);
    expect((await runTests({ WEBHOOK_HOST: 'elsewhere' })).exitCode).toBe(1);
  });

  test('responds under its name in the network, and under no other', async () => {
    const statusAs = async (host: string) => {
      const headers = { host, authorization: `Bearer ${services.ballast.environment.BALLAST_API_KEY}` };
      const sent = get({ host: '127.0.0.1', port, path: '/v1/openapi.json', headers });
      const [response] = await once(sent, 'response');
      response.resume();
      return response.statusCode;
    };
    expect(await statusAs(new URL(services.tests.environment.BALLAST_URL ?? '').host)).toBe(200);
    expect(await statusAs('elsewhere:4710')).toBe(400);
  });

  test('is no longer healthy once it has stopped', async () => {
    expect(await isHealthy(port)).toBe(true);
    server.child.kill('SIGTERM');
    expect((await server.ended).exitCode).toBe(0);
    expect(await isHealthy(port)).toBe(false);
  });
});
