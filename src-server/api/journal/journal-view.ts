/** Entries of the journal in the terms of the contract. Pure. */
import type { JournalDetail, JournalEntry, JournalNotice } from '../../contract/control/world/journal.ts';
import type { OperationName } from '../../contract/service/operation-names.ts';
import { formatInstant } from '../../domain/numbers/instant.ts';
import { readKeyReuse } from '../../engine/key-reuse.ts';
import type { JournalRow, JournalSummary } from '../../engine/ports/journal-port.ts';
import { curlOf } from './curl-command.ts';

/**
 * Returns an entry without its contents. `isUndone`: the world was rewound to before it, so the numbers of its events now
 * refer to other entries, or will.
 */
export function viewNotice(summary: JournalSummary, isUndone: boolean): JournalNotice {
  const { faultId, faultKind, keyReuse } = summary;
  const events = isUndone ? null : summary.events;
  return {
    request_id: summary.requestId,
    at: formatInstant(summary.atMs),
    received_at: formatInstant(Math.floor(summary.receivedMs)),
    method: summary.method,
    path: summary.path,
    operation: summary.operation as OperationName | null,
    form: summary.form,
    account_id: summary.accountId,
    key_id: summary.keyId,
    status: summary.status,
    duration_ms: summary.durationMs,
    injected_ms: summary.injectedMs,
    fault: faultId === null || faultKind === null ? null : { fault_id: faultId, kind: faultKind },
    latency_fault_id: summary.latencyFaultId,
    idempotency: viewKeyReuse(keyReuse),
    first_event: events?.first ?? null,
    last_event: events?.last ?? null,
    undone: isUndone,
  };
}

/** `stored`: the value in the journal. */
export function viewKeyReuse(stored: string | null): JournalNotice['idempotency'] {
  if (stored === null) return null;
  const { rebalanceId, differences } = readKeyReuse(stored);
  return {
    request: differences.length === 0 ? 'same' : 'differs',
    rebalance_id: rebalanceId,
    differences: differences.map((each) => ({ ...each })),
  };
}

/** Returns an entry, with its contents if they were read. */
export function viewEntry(row: JournalRow, isUndone: boolean): JournalEntry {
  return { seq: row.seq, ...viewNotice(row, isUndone), ...(row.contents === null ? {} : viewContents(row.contents)) };
}

/** `origin`: that of this server. */
export function viewDetail(row: JournalRow, isUndone: boolean, origin: string): JournalDetail {
  const contents = bodyContentsOf(row);
  return { seq: row.seq, ...viewNotice(row, isUndone), ...viewContents(contents), curl: curlOf(row, contents, origin) };
}

/** Throws if they were not requested. */
export function bodyContentsOf(row: JournalRow): NonNullable<JournalRow['contents']> {
  if (row.contents === null) throw new Error('an entry of the journal was read without its contents');
  return row.contents;
}

function viewContents(contents: NonNullable<JournalRow['contents']>) {
  return {
    request_headers: { ...contents.requestHeaders },
    request_body: contents.requestBody,
    response_headers: { ...contents.responseHeaders },
    response_body: contents.responseBody,
  };
}
