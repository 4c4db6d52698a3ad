/**
 * Checks the webhooks that receivers got: number, content, order and signature; waits for them if the step requests it.
 */
import type { Matcher, TextMatcher } from '../../contract/fields/matcher.ts';
import type { ExpectWebhookStep } from '../../contract/scenario/scenario-check-steps.ts';
import { bodyMismatch, mismatch, pathsNowhere } from '../run/match-value.ts';
import { fillMatchers } from './fill-matchers.ts';
import { countFault, isTooFew } from './how-many.ts';
import { type Receipt, receiptsOf } from './receipts.ts';
import type { StepRun } from './step-run.ts';
import { advanceUntil } from './until-step.ts';

export async function expectWebhook(run: StepRun, { expect_webhook: expected }: ExpectWebhookStep): Promise<string[]> {
  const wanted = run.fill({ ...expected, body: undefined, headers: undefined });
  const body = fillMatchers<Matcher>(run, expected.body);
  const headers = fillMatchers<TextMatcher>(run, expected.headers);
  const look = async () => {
    await run.host.settled();
    const isPlain = [wanted.sink, expected.body, expected.headers, wanted.order, wanted.unique].every(
      (one) => one === undefined,
    );
    // Without other expectations, counting in the store is faster than reading all deliveries.
    if (isPlain && wanted.type !== undefined)
      return { count: run.host.countDelivered(wanted.type), receipts: [], slips: [] };
    const all = await receiptsOf(run, wanted);
    const receipts = all.filter((receipt) => isMeant(receipt, wanted.signature, body, headers));
    const slips = pathsNowhere(
      body,
      all.map(({ payload }) => payload),
    );
    return { count: receipts.length, receipts, slips };
  };
  if (wanted.within !== undefined) {
    await advanceUntil(run, wanted.within, async () => {
      const { count, receipts } = await look();
      if (isTooFew(wanted, count)) return { missing: 'too few have arrived' };
      const [missing] = wanted.order === undefined ? [] : orderFaults(wanted.order, receipts);
      return missing === undefined ? null : { missing };
    });
  }
  const { count, receipts, slips } = await look();
  const fault = countFault(wanted, count);
  const withinTime = (each: string) => (wanted.within === undefined ? each : `${each} within ${wanted.within}`);
  return [
    ...(fault === null
      ? slips.map((pointer) => `${pointer} is in none of the webhooks that arrived`)
      : [withinTime(fault)]),
    ...(wanted.order === undefined ? [] : orderFaults(wanted.order, receipts).map(withinTime)),
    ...(wanted.unique === true ? repeated(receipts) : []),
  ];
}

export function describeExpectWebhook({ expect_webhook: { type, sink } }: ExpectWebhookStep): string {
  const what = type === undefined ? 'expect webhooks' : `expect webhook ${type}`;
  return sink === undefined ? what : `${what} at the sink “${sink}”`;
}

function isMeant(
  { payload, headers, isSigned }: Receipt,
  signature: 'valid' | 'invalid' | undefined,
  body: Readonly<Record<string, Matcher>>,
  wantedHeaders: Readonly<Record<string, TextMatcher>>,
): boolean {
  if (signature !== undefined && isSigned !== (signature === 'valid')) return false;
  const areHeadersSo = Object.entries(wantedHeaders).every(
    ([name, matcher]) => mismatch(matcher, headers[name.toLowerCase()]) === null,
  );
  return areHeadersSo && bodyMismatch(body, payload) === null;
}

/** The first webhook of each type must come in this order. */
function orderFaults(order: readonly string[], receipts: readonly Receipt[]): string[] {
  const came = receipts.map(({ type }) => type);
  let from = 0;
  for (const [index, type] of order.entries()) {
    const at = came.indexOf(type, from);
    if (at === -1) {
      const after = index === 0 ? 'at all' : `after ${order.slice(0, index).join(', ')}`;
      return [`expected ${type} ${after}, got ${came.join(', ') || 'nothing'}`];
    }
    from = at + 1;
  }
  return [];
}

function repeated(receipts: readonly Receipt[]): string[] {
  const counts = new Map<string, number>();
  for (const { eventId } of receipts) counts.set(eventId, (counts.get(eventId) ?? 0) + 1);
  return [...counts].filter(([, times]) => times > 1).map(([eventId, times]) => `${eventId} arrived ${times} times`);
}
