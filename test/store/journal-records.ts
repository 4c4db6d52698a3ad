/** Creates records as the journal receives them, for tests of the journal alone. */
import type { JournalAsk, JournalFilter, JournalRecord } from '../../src-server/engine/ports/journal-port.ts';

export function journalRecord(number: number, change: Partial<JournalRecord> = {}): JournalRecord {
  return {
    requestId: `rq_${number}`,
    atMs: number * 1000,
    receivedMs: 1_700_000_000_000 + number,
    method: 'GET',
    path: `/form-b/v1/portfolios/pf_${number}`,
    operation: 'getPortfolio',
    form: 'B',
    accountId: 'default',
    keyId: 'ak_1',
    status: 200,
    durationMs: 0.5,
    injectedMs: 0,
    faultId: null,
    faultKind: null,
    latencyFaultId: null,
    keyReuse: null,
    events: null,
    requestHeaders: 'Host\n127.0.0.1\nAccept\n*/*',
    requestBody: null,
    responseHeaders: 'content-type\napplication/json',
    responseBody: `{"portfolio_id":"pf_${number}"}`,
    ...change,
  };
}

/** `count` records, numbered from `first` on. */
export function journalRecords(first: number, count: number, change: Partial<JournalRecord> = {}): JournalRecord[] {
  return Array.from({ length: count }, (_none, index) => journalRecord(first + index, change));
}

export function asking(filter: JournalFilter = {}, change: Partial<JournalAsk> = {}): JournalAsk {
  return { filter, limit: 1_000_000, order: 'oldest', withContents: true, countTo: 1_000_000, ...change };
}
