/**
 * `ballast proxy`: forwards everything between a client and the real service unchanged, and reports at its end where
 * the service's responses differ from Ballast (decision R3). Credentials are forwarded; none is stored.
 */

import { lookup } from 'node:dns/promises';
import { countOf } from '../../domain/numbers/count-of.ts';
import { PRIVATE, readyFile } from '../../system/files/durable-files.ts';
import { hostClock } from '../../system/host-time.ts';
import { type ForwardedExchange, forwardTo } from '../../system/http/forward-requests.ts';
import { listen, type Refuse } from '../../system/http/listen.ts';
import { PortInUseError } from '../../system/http/take-address.ts';
import { StartupError } from '../../world/startup-error.ts';
import { draftScenario } from '../recording/import-archive.ts';
import { ANYWHERE, placeOf, type ServiceAddress } from '../recording/service-address.ts';
import type { StartWorld } from '../replay/start-world.ts';
import {
  exitOf,
  type MirrorOptions,
  type ReportFiles,
  refuseOverwriting,
  startMirror,
  type TrafficExit,
  writeReport,
} from './compare-traffic.ts';
import { createTrafficHolder, type TrafficHolder } from './hold-traffic.ts';
import { createTrafficArchive, gapOfExchange, type TrafficArchive } from './traffic-archive.ts';
import { showsKey, type TrafficExchange } from './traffic-exchange.ts';

export interface ProxyOptions {
  readonly target: string;
  readonly port: number;
  /** Names in addition to those of loopback that requests may have in `Host`, in lower case. */
  readonly allowedHosts?: readonly string[];
  /** Origins whose pages may send requests through the proxy. */
  readonly allowedOrigins?: readonly string[];
  readonly form: ServiceAddress['form'];
  readonly mirror: MirrorOptions;
  readonly files: ReportFiles;
  /** An archive of the traffic, without secrets; `null`: none. */
  readonly har: string | null;
  /** Resolves when the proxy should end. */
  readonly stop: Promise<void>;
  /** The report is printed as JSON instead of lines. */
  readonly printsJson: boolean;
  /** Writes the report. */
  readonly write: (line: string) => void;
  /** Writes all other messages. */
  readonly note: (line: string) => void;
}

/**
 * 1: there are differences; 65: no response was compared. Rejects with `StartupError`: 2 for a port in use, 64 for a
 * target that is this proxy.
 */
export async function proxyTraffic(options: ProxyOptions, startWorld: StartWorld): Promise<TrafficExit> {
  const { form, files, har, stop, note } = options;
  const target = new URL(options.target);
  refuseOverwriting(files, [har]);
  const server = await takePort(options.port);
  if (await isSelf(target, server.port)) {
    await server.close();
    throw new StartupError(64, [`--target ${options.target}: is this proxy itself`]);
  }
  const address: ServiceAddress = { base: baseOf(target), form };
  const startMs = options.mirror.startAt ?? hostClock.epochMs();
  const beginning = { startMs, shiftMs: startMs - hostClock.epochMs() };
  const mirror = await startMirror(options.mirror, beginning, startWorld).catch(async (error) => {
    await server.close();
    throw error;
  });
  const holder = createTrafficHolder(mirror);
  const archive = createTrafficArchive();
  const seen = createQueue(holder, har === null && files.scenario === null ? null : archive, address);
  server.serve(forwardTo(target, seen.take), refuse, gateOf(options));
  note(`http://127.0.0.1:${server.port} forwards everything to ${target.href}; Ctrl-C stops it and prints the report`);
  await stop;
  await server.close();
  await seen.end().finally(() => mirror.stop());
  const report = holder.report();
  writeReport(report, target.host, options);
  writeArchive(archive, options, address);
  return exitOf(report);
}

/** The same checks as those of a server: a page that may not call the target may not call it through the proxy. */
function gateOf({ allowedHosts = [], allowedOrigins = [] }: ProxyOptions) {
  return { allowedHosts, isOpen: (origin: string) => allowedOrigins.includes(origin), isPage: () => false };
}

const refuse: Refuse = (message) => ({
  status: '400 Bad Request',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ error: { code: 'invalid_request', message } }),
});

interface ExchangeQueue {
  take(exchange: ForwardedExchange): void;
  /**
   * Resolves when everything that was accepted has been compared; accepts nothing more, since later requests are cut
   * off by the end.
   */
  end(): Promise<void>;
}

/** A client that waits for the real service does not wait for the world here. */
function createQueue(holder: TrafficHolder, archive: TrafficArchive | null, address: ServiceAddress): ExchangeQueue {
  let turn = Promise.resolve();
  let isOver = false;
  return {
    take(exchange) {
      const seen = seenAt(exchange, address);
      if (isOver || seen === null) return;
      if (seen.base !== 'control') archive?.add(exchange);
      turn = turn.then(() => holder.hold(seen));
      // Requests are still forwarded; `end` reports the error.
      turn.catch(() => undefined);
    },
    end() {
      isOver = true;
      return turn;
    },
  };
}

function seenAt(exchange: ForwardedExchange, address: ServiceAddress): TrafficExchange | null {
  const { requestBody, body, startedMs, ...same } = exchange;
  const place = placeOf(exchange.url, address);
  if (place === null) return null;
  return {
    ...place,
    ...same,
    requestBody: requestBody.text === '' ? null : requestBody.text,
    text: body.text ?? '',
    key: !showsKey(exchange.requestHeaders) || exchange.status === 401 ? 'none' : 'shown',
    atMs: startedMs,
    gap: gapOfExchange(exchange),
  };
}

/** A target with a path is the base of the service itself; otherwise its bases are those of Ballast. */
function baseOf(target: URL): string | null {
  const path = target.pathname.replace(/\/+$/, '');
  return path === '' ? ANYWHERE.base : `${target.origin}${path}`;
}

/** After the report, which is written even if these fail. */
function writeArchive(
  archive: TrafficArchive,
  { har, files, target, note }: ProxyOptions,
  address: ServiceAddress,
): void {
  if (har !== null) readyFile(har, Buffer.from(archive.text()), PRIVATE).moveIn();
  if (archive.leftOut() > 0)
    note(
      `${countOf(archive.leftOut(), 'request')} over the limit of an archive ${archive.leftOut() === 1 ? 'is' : 'are'} not included`,
    );
  if (files.scenario === null) return;
  const { host } = new URL(target);
  const entries = archive.entries();
  if (entries.length === 0) note(`${files.scenario}: is not written, because there was no request to the service`);
  else draftScenario({ entries, source: host, name: host, address, out: files.scenario, clock: false, write: note });
}

async function takePort(port: number) {
  try {
    return await listen(port);
  } catch (error) {
    if (!(error instanceof PortInUseError)) throw error;
    throw new StartupError(2, [`port ${port} is taken; choose another with --port, or --port 0 for any free one`]);
  }
}

/** Under any name of this machine. */
async function isSelf(target: URL, ownPort: number): Promise<boolean> {
  const port = Number(target.port || (target.protocol === 'https:' ? 443 : 80));
  if (port !== ownPort) return false;
  const host = target.hostname.replace(/^\[|\]$/g, '');
  // An unknown name is not a name of this machine; requests will fail.
  const addresses = await lookup(host, { all: true }).catch(() => []);
  return addresses.some(({ address }) => /^(?:127\.|::1$|::ffff:127\.|::ffff:7f|0\.0\.0\.0$|::$)/.test(address));
}
