/**
 * `ballast proxy`: stands between a client and the real service, passes everything through unchanged, and says at its end
 * where the service answers otherwise than Ballast (decision R3). Credentials go through; none is stored.
 */
import { lookup } from 'node:dns/promises';
import { formatInstant } from '../../domain/numbers/instant.ts';
import { isSecretHeader, redactText, secretsIn } from '../../engine/redact-secrets.ts';
import { readyFile } from '../../system/files/durable-files.ts';
import { type ForwardedExchange, forwardTo } from '../../system/http/forward-requests.ts';
import { listen, PortInUseError } from '../../system/http/listen.ts';
import { packageVersion } from '../../system/package-root.ts';
import { StartupError } from '../../world/startup-error.ts';
import { importArchive } from '../recording/import-archive.ts';
import type { StartWorld } from '../replay/start-world.ts';
import {
  type MirrorOptions,
  type ReportFiles,
  refuseOverwriting,
  startMirror,
  writeReport,
} from './compare-traffic.ts';
import { createTrafficHolder } from './hold-traffic.ts';
import { placeOf, type ServiceAddress } from './traffic-exchange.ts';
import { trafficLines } from './traffic-text.ts';

export interface ProxyOptions {
  readonly target: string;
  readonly port: number;
  readonly form: ServiceAddress['form'];
  readonly mirror: MirrorOptions;
  readonly files: ReportFiles;
  /** An archive of what went by, without secrets; `null`: none. */
  readonly har: string | null;
  /** Somebody wants it to end. */
  readonly stop: Promise<void>;
  readonly write: (line: string) => void;
}

/** 1: there are differences. Rejects with `StartupError`: 2 for a port that is taken, 64 for a target that is this proxy. */
export async function proxyTraffic(options: ProxyOptions, startWorld: StartWorld): Promise<0 | 1> {
  const { port, form, files, har, stop, write } = options;
  const target = new URL(options.target);
  refuseOverwriting(files, [har]);
  if (files.scenario !== null && har === null)
    throw new StartupError(64, ['--scenario needs --har: the draft is made from the archive']);
  const server = await takePort(port);
  if (await isSelf(target, server.port)) {
    await server.close();
    throw new StartupError(64, [`--target ${options.target}: is this proxy itself`]);
  }
  const mirror = await startMirror(options.mirror, startWorld);
  const holder = createTrafficHolder(mirror);
  const address: ServiceAddress = { base: baseOf(target), form };
  const entries: object[] = [];
  let turn = Promise.resolve();
  server.serve(
    forwardTo(target, (exchange) => {
      if (har !== null) entries.push(entryOf(exchange));
      const place = placeOf(exchange.url, address);
      if (place === null) return;
      const { requestBody, requestHeaders, startedMs, ...same } = exchange;
      const key = requestHeaders.authorization === undefined || exchange.status === 401 ? 'none' : 'shown';
      const text = requestBody === '' ? null : requestBody;
      const seen = {
        ...place,
        ...same,
        requestHeaders,
        requestBody: text,
        key,
        atMs: startedMs,
        injected: null,
      } as const;
      turn = turn.then(() => holder.hold(seen));
    }),
  );
  write(`http://127.0.0.1:${server.port} passes everything on to ${target.href}; Ctrl-C ends it and reports`);
  await stop;
  await server.close();
  await turn;
  await mirror.stop();
  const report = holder.report();
  writeReport(report, target.host, files);
  if (har !== null) await writeArchive(har, entries, files, write);
  for (const line of trafficLines(report)) write(line);
  return report.differences.length === 0 ? 0 : 1;
}

/** A target with a path is the base of the service itself; else its bases are those that Ballast has. */
function baseOf(target: URL): string | null {
  const path = target.pathname.replace(/\/+$/, '');
  return path === '' ? null : `${target.origin}${path}`;
}

async function writeArchive(
  har: string,
  entries: readonly object[],
  { scenario, force }: ReportFiles,
  write: (line: string) => void,
): Promise<void> {
  const log = { version: '1.2', creator: { name: 'Ballast', version: packageVersion() }, entries };
  readyFile(har, Buffer.from(`${JSON.stringify({ log }, null, 2)}\n`)).moveIn();
  if (scenario !== null && entries.length > 0)
    await importArchive({ file: har, out: scenario, name: null, clock: false, force, write });
}

async function takePort(port: number) {
  try {
    return await listen(port);
  } catch (error) {
    if (!(error instanceof PortInUseError)) throw error;
    throw new StartupError(2, [`port ${port} is taken; choose another with --port, or --port 0 for any free one`]);
  }
}

/** Under whatever name of this machine. */
async function isSelf(target: URL, ownPort: number): Promise<boolean> {
  const port = Number(target.port || (target.protocol === 'https:' ? 443 : 80));
  if (port !== ownPort) return false;
  const host = target.hostname.replace(/^\[|\]$/g, '');
  const addresses = await lookup(host, { all: true }).catch(() => []);
  return addresses.some(({ address }) => /^(?:127\.|::1$|::ffff:127\.|0\.0\.0\.0$|::$)/.test(address));
}

/** With everything taken out that was shown as a secret. */
function entryOf(exchange: ForwardedExchange): object {
  const { method, url, requestHeaders, requestBody, status, headers, text, durationMs, startedMs } = exchange;
  const secrets = secretsIn(Object.entries(requestHeaders).flat().join('\n'), []);
  const clean = (value: string) => redactText(value, secrets);
  const pairsOf = (all: Readonly<Record<string, string>>) =>
    Object.entries(all)
      .filter(([name]) => !isSecretHeader(name))
      .map(([name, value]) => ({ name, value: clean(value) }));
  const mimeType = headers['content-type'] ?? 'x-unknown';
  return {
    startedDateTime: formatInstant(startedMs),
    time: durationMs,
    request: {
      method,
      url: clean(url),
      headers: pairsOf(requestHeaders),
      ...(requestBody === ''
        ? {}
        : { postData: { mimeType: requestHeaders['content-type'] ?? '', text: clean(requestBody) } }),
    },
    response: { status: status ?? 0, headers: pairsOf(headers), content: { mimeType, text: clean(text) } },
    _key_id: requestHeaders.authorization === undefined ? null : 'not stored',
  };
}
