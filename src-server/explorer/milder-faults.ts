/** Milder faults in place of one, the mildest first (decision Q4): each is earlier, shorter or does less. Pure. */
import { createFault, exploredKindOf } from '../contract/control/market/faults.ts';
import type { ScheduledFault } from './schedule.ts';

export function milderFaults(fault: ScheduledFault): ScheduledFault[] {
  if ('action' in fault) {
    const { action } = fault;
    return action.skip === 0 ? [] : [{ action: { ...action, skip: 0 } }];
  }
  const { body } = fault;
  const isHttp = 'skip' in body;
  const earlier = isHttp && body.skip > 0 ? [{ ...body, skip: 0 }] : [];
  // Of an exchange, a count is how long it lasts; of requests and webhooks, how often.
  const fewer = isHttp && 'count' in body && (body.count ?? 2) > 1 ? [{ ...body, count: 1 }] : [];
  const gentler = exploredKindOf(body.kind).milder(body);
  return [...fewer, ...gentler, ...earlier].map((each) => ({ body: createFault.parse(each) }));
}
