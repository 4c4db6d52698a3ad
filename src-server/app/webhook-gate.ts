/** Where the webhooks of a server may go: said once, asked when an endpoint is registered and at every attempt. */
import type { SendHttp } from '../engine/webhook-ports.ts';
import { createAddressGate, type GateRules, urlFault } from '../system/address-gate.ts';
import { createSendHttp } from '../system/send-http.ts';
import { endpointUrlFault, isSinkPath } from '../webhooks/endpoint-url.ts';
import type { BallastOptions } from './ballast-options.ts';

type GateOptions = Pick<BallastOptions, 'allowedWebhookHosts' | 'resolveHost'>;

/** Why the address of an endpoint is refused, or `null`. */
export type JudgeUrl = (url: string) => string | null;

/** `ownPort` null: the server has none yet. */
export function createUrlJudge(options: GateOptions, ownPort: number | null): JudgeUrl {
  const rules = rulesOf(options, ownPort);
  return (url) => endpointUrlFault(url, (parsed) => urlFault(parsed, rules));
}

export function createWebhookSender(options: GateOptions, ownPort: number): SendHttp {
  return createSendHttp(createAddressGate(rulesOf(options, ownPort), options.resolveHost));
}

function rulesOf({ allowedWebhookHosts = [] }: GateOptions, ownPort: number | null): GateRules {
  return { allowedHosts: allowedWebhookHosts, ownPort, isSinkPath };
}
