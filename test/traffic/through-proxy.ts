/**
 * Runs a proxy in this process before any service, and a client's requests through it, with a folder for its report.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startScenarioWorld } from '../../src-server/app/start-scenario-world.ts';
import { type TrafficReport, trafficReport } from '../../src-server/contract/scenario/traffic-report.ts';
import { type ProxyOptions, proxyTraffic } from '../../src-server/runner/traffic/proxy-traffic.ts';
import { sendRequest } from '../../src-server/system/http/send-request.ts';
import { samplePortfolio } from '../api/service/sample-portfolio.ts';
import { newFolder } from '../support/start-ballast.ts';

export const KEY = 'a-real-key-that-nobody-may-keep';
/** A Monday, with exchanges open. */
export const START = '2026-03-02T09:30:00.000Z';

/** Not by `fetch`, whose responses the tests compare with the documents. */
export async function ask(method: string, url: string, body: string | null = null, headers = {}) {
  const usual = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
  return sendRequest({ method, url, headers: { ...usual, ...headers }, body, timeoutMs: 600_000 });
}

/** Sends a client's requests; `base` is that of Form B. Returns the texts of the responses. */
export async function useService(base: string): Promise<string[]> {
  const texts: string[] = [];
  const call = async (method: string, path: string, body?: object) => {
    const sent = body === undefined ? null : JSON.stringify(body);
    const { status, body: text } = await ask(method, `${base}${path}`, sent);
    texts.push(`${status} ${text}`);
    try {
      return JSON.parse(text) as Record<string, string>;
    } catch {
      return {};
    }
  };
  const { portfolio_id: portfolio = 'pf_none' } = await call('POST', '/portfolios', samplePortfolio());
  await call('GET', `/portfolios/${portfolio}`);
  await call('GET', '/portfolios/pf_00000000000000000000000000');
  await call('GET', '/prices/DE0007164600');
  const { rebalance_id: rebalance = 'rb_none' } = await call('POST', '/rebalance', { portfolio_id: portfolio });
  await call('POST', `/rebalance/${rebalance}/execute`, { confirm: true });
  await call('DELETE', `/rebalance/${rebalance}`);
  for (let look = 0; look < 3; look += 1) await call('GET', `/rebalance/${rebalance}`);
  return texts;
}

export interface Proxied {
  readonly code: 0 | 1 | 65;
  readonly report: TrafficReport;
  readonly lines: readonly string[];
  readonly har: string;
  readonly folder: string;
}

/** `work` gets the origin of the proxy; `target` may have a path. */
export async function throughProxy(
  target: string,
  work: (origin: string) => Promise<unknown>,
  gate: Pick<ProxyOptions, 'allowedHosts' | 'allowedOrigins'> = {},
): Promise<Proxied> {
  const folder = newFolder();
  const at = (name: string) => join(folder, name);
  const lines: string[] = [];
  const { promise: ready, resolve: isReady } = Promise.withResolvers<string>();
  const { promise: stop, resolve: end } = Promise.withResolvers<void>();
  const ended = proxyTraffic(
    {
      ...gate,
      target,
      port: 0,
      form: null,
      mirror: { seed: 1, startAt: Date.parse(START), worldFile: null, portfolios: new Map() },
      files: { json: at('r.json'), html: at('r.html'), scenario: at('draft.yaml'), force: false },
      har: at('r.har'),
      stop,
      printsJson: false,
      write: (line) => void lines.push(line),
      note: (line) => {
        lines.push(line);
        isReady(/^http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0] ?? '');
      },
    },
    startScenarioWorld,
  );
  await Promise.race([ready, ended]);
  try {
    await work(await ready);
  } finally {
    end();
  }
  const code = await ended;
  const report = trafficReport.parse(JSON.parse(readFileSync(at('r.json'), 'utf8')));
  return { code, report, lines, har: readFileSync(at('r.har'), 'utf8'), folder };
}
