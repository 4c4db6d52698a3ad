/**
 * Decides where the webhooks of a server may go: configured once, checked when an endpoint is registered and at every
 * attempt.
 */

import { DEFAULT_WORLD, splitWorldPath } from '../contract/control/worlds/world-address.ts';
import { DEFAULT_SINK } from '../contract/fields/sink-name.ts';
import type { SendHttp } from '../engine/ports/webhook-ports.ts';
import { type AddressRules, createAddressGate, isLoopbackName, urlFault } from '../system/http/address-gate.ts';
import { createSendHttp } from '../system/http/send-http.ts';
import { isSinkPath, isSinkPathOfServer, validateEndpointUrl } from '../webhooks/endpoint-url.ts';
import type { WorldOptions } from './world-options.ts';

type GateOptions = Pick<WorldOptions, 'allowedWebhookHosts' | 'webhookCa' | 'resolveHost' | 'standInReceivers'>;

/** Returns why the address of an endpoint is refused, or `null`. */
export type ValidateUrl = (url: string) => string | null;

/** `ownPort` null: the server has none yet. */
export function createUrlValidator(options: GateOptions, ownPort: number | null): ValidateUrl {
  const rules = rulesOf(options, ownPort);
  const faultOfHost = options.standInReceivers ? () => null : (parsed: URL) => urlFault(parsed, rules);
  return (url) => validateEndpointUrl(url, faultOfHost);
}

export function createWebhookSender(options: GateOptions, ownPort: number): SendHttp {
  const gate = createAddressGate(rulesOf(options, ownPort), options.resolveHost);
  const send = createSendHttp(gate, options.webhookCa ?? null);
  if (options.standInReceivers !== true) return send;
  return async (request) => (isOwnSink(request.url, ownPort) ? send(request) : TAKEN);
}

/** Recorded as the response of a receiver that nothing was sent to. */
const TAKEN = {
  status: 200,
  headers: {},
  body: '',
  isCut: false,
  error: null,
  firstByteMs: 0,
  durationMs: 0,
  tls: null,
};

function isOwnSink(url: string, ownPort: number): boolean {
  const { hostname, port, pathname } = new URL(url);
  return isLoopbackName(hostname) && port === String(ownPort) && isSinkPathOfServer(pathname);
}

/**
 * Returns a function that finds the sink of a world that an endpoint's address means; `null`: it is none of its sinks.
 * `ownHosts`: names of this server other than loopback.
 */
export function createSinkFinder(
  serverOrigin: string,
  ownHosts: readonly string[],
  world: string,
): (url: string) => string | null {
  const own = new URL(serverOrigin);
  const isOwnHost = (name: string) => isLoopbackName(name) || name === own.hostname || ownHosts.includes(name);
  return (url) => {
    if (isSinkPath(url)) return sinkNameOf(url);
    if (!URL.canParse(url)) return null;
    const { hostname, port, pathname } = new URL(url);
    const { name, rest } = splitWorldPath(pathname) ?? { name: DEFAULT_WORLD, rest: pathname };
    const isOfWorld = port === own.port && isOwnHost(hostname) && name === world;
    return isOfWorld && isSinkPath(rest) ? sinkNameOf(rest) : null;
  };
}

function sinkNameOf(sinkPath: string): string {
  return sinkPath.split('/')[3] ?? DEFAULT_SINK;
}

function rulesOf({ allowedWebhookHosts = [] }: GateOptions, ownPort: number | null): AddressRules {
  return { allowedHosts: allowedWebhookHosts, ownPort, isSinkPath: isSinkPathOfServer };
}
