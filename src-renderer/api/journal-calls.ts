/** Commands about the journal: empty it, ask it what came, send an archive again. Each throws ApiError. */
import type { Replay } from '../../src-server/contract/control/world/archive.ts';
import type { Verification } from '../../src-server/contract/control/world/journal.ts';
import { sendJson } from './api-client.ts';
import { type JournalFilters, journalSearch } from './journal-filters.ts';
import type { FormBody } from './market-calls.ts';

/** Answers how many entries there were. The world stays as it is. */
export function clearJournal(): Promise<{ cleared: number }> {
  return sendJson('DELETE', '/sim/journal');
}

/** Whether the expected requests came (`VerifyRequests` of the contract). Changes nothing. */
export function verifyRequests(body: FormBody): Promise<Verification> {
  return sendJson('POST', '/sim/journal/verify', { body });
}

/** Sends the requests of an HTTP archive to the service again, in their order, with the key of the run. */
export function replayArchive(archive: unknown): Promise<Replay> {
  return sendJson('POST', '/sim/journal/replay', { body: archive });
}

/** Where an archive of what matches can be downloaded. */
export function archivePath(filters: JournalFilters): string {
  const search = journalSearch(filters).toString();
  return search === '' ? '/sim/journal.har' : `/sim/journal.har?${search}`;
}
