/** Sets a fault of any scope as the control plane, a world file or a scenario writes it (decisions L17, L39). */

import type { CreateFault, CreateHttpFault } from '../../contract/control/market/faults.ts';
import type { CreateMarketFault } from '../../contract/control/market/market-fault-kinds.ts';
import { FAULT_KINDS } from '../../domain/events/event-choices.ts';
import { setFault } from '../../engine/commands/market/set-fault.ts';
import { setHttpFault } from '../../engine/http-faults/set-http-fault.ts';
import type { ValidationIssue } from '../../engine/outcome.ts';
import type { WebhookStore } from '../../engine/ports/webhook-ports.ts';
import type { World } from '../../engine/world.ts';
import { toFaultRequest, toHttpFaultRequest } from './fault-request.ts';
import { stubIssues } from './stub-template.ts';

export function setAnyFault(world: World, webhooks: Pick<WebhookStore, 'findEndpoint'>, body: CreateFault) {
  const { nowMs } = world.kernel;
  if (isMarketFault(body)) return setFault(world, toFaultRequest(body, nowMs));
  return setHttpFault(world, toHttpFaultRequest(body, nowMs), [
    ...unknownNames(world, webhooks, body),
    ...(body.kind === 'api_stub' ? stubIssues(body.answer) : []),
  ]);
}

function isMarketFault(body: CreateFault): body is CreateMarketFault {
  return (FAULT_KINDS as readonly string[]).includes(body.kind);
}

/** A fault that names an unknown key or endpoint would never be triggered, without any sign. */
function unknownNames(
  { apiKeys }: Pick<World, 'apiKeys'>,
  webhooks: Pick<WebhookStore, 'findEndpoint'>,
  { match }: CreateHttpFault,
): ValidationIssue[] {
  if (match === undefined) return [];
  const keyId = 'key_id' in match ? match.key_id : undefined;
  const webhookId = 'webhook_id' in match ? match.webhook_id : undefined;
  const issues: ValidationIssue[] = [];
  if (keyId !== undefined && apiKeys.find(keyId) === null) {
    issues.push({ path: '/match/key_id', issue: 'is not the identifier of a key' });
  }
  if (webhookId !== undefined && webhooks.findEndpoint(webhookId) === null) {
    issues.push({ path: '/match/webhook_id', issue: 'is not the identifier of a webhook endpoint' });
  }
  return issues;
}
