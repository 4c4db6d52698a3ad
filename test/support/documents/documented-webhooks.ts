/** Compares the requests of a webhook receiver with the documents: the three headers, and the payload of its type. */
import type { IncomingHttpHeaders } from 'node:http';
import { WEBHOOK_HEADERS } from '../../../src-server/contract/openapi/describe-webhook.ts';
import type { WEBHOOK_PAYLOADS } from '../../../src-server/contract/service/webhook-events.ts';
import { validatorOf } from './documented-responses.ts';

/** Returns the issues by the document of Form B, which knows every type; empty where there are none. */
export function webhookFaults(headers: IncomingHttpHeaders, body: string): string[] {
  const payload = JSON.parse(body) as { readonly type: keyof typeof WEBHOOK_PAYLOADS };
  const place = `/webhooks/${payload.type}/post/requestBody/content/application~1json/schema`;
  const ofHeaders = Object.entries(WEBHOOK_HEADERS).flatMap(([name, { schema }]) => {
    const value = headers[name];
    return faultsOf(`/components/parameters/${name}/schema`, schema.type === 'integer' ? Number(value) : value, name);
  });
  return [...ofHeaders, ...faultsOf(place, payload, 'payload')];
}

function faultsOf(pointer: string, value: unknown, what: string): string[] {
  const validate = validatorOf('form-b', pointer);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${what}${instancePath} ${message}`);
}
