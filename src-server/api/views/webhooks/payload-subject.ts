/** Finds the subject of a webhook from the ids in its payload. The payload of a test event is free text. */

/** Returns null for a subject that the payload does not name. */
export function subjectOfPayload(payload: string) {
  const { data }: { readonly data?: unknown } = JSON.parse(payload);
  return {
    portfolio_id: idIn(data, 'portfolio_id', 'pf'),
    rebalance_id: idIn(data, 'rebalance_id', 'rb'),
    order_id: idIn(valueIn(data, 'order'), 'order_id', 'or'),
  };
}

/** Returns null if no text has that name. */
function textIn(data: unknown, key: string): string | null {
  const value = valueIn(data, key);
  return typeof value === 'string' ? value : null;
}

function idIn(data: unknown, key: string, prefix: string): string | null {
  const text = textIn(data, key);
  return text?.startsWith(`${prefix}_`) && ID.test(text) ? text : null;
}

function valueIn(data: unknown, key: string): unknown {
  return typeof data === 'object' && data !== null ? (data as Record<string, unknown>)[key] : undefined;
}

const ID = /^[a-z]{2}_[0-9A-HJKMNP-TV-Z]{26}$/;
