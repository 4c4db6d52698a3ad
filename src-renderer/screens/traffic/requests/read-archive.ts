/** Reads a file as an HTTP archive (HAR), as far as to say what sending it again would do. The service checks the rest. */
import type { Schemas } from '../../../api/api-client.ts';

export interface ReadArchive {
  /** What the file holds, to be sent as it is. */
  readonly content: Schemas['ForeignArchive'];
  /** Requests in it, and how many of them are of the simulated service. */
  readonly entries: number;
  readonly ofService: number;
  /** Of those, how many were undone when time was taken back, and how many the service let nobody in for, or not so soon. */
  readonly undone: number;
  readonly rejected: number;
}

type Entry = Schemas['ForeignArchive']['log']['entries'][number];

const SERVICE_PATH = /^\/(?:worlds\/[a-z0-9-]+\/)?(?:form-[ab]\/)?v1(?:\/|$)/;

/** The archive, or why the text is none, as a sentence. */
export function readArchive(text: string): ReadArchive | string {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return 'This file is not an HTTP archive, because it is not JSON.';
  }
  if (!isArchive(content)) return 'This file is not an HTTP archive, because it has no log.entries.';
  return countArchive(content);
}

/** Without requests that were undone or rejected: a client that works would not have sent them. */
export function withoutFailed({ content }: ReadArchive): ReadArchive {
  const entries = content.log.entries.filter((entry) => !isUndone(entry) && !isRejected(entry));
  return countArchive({ ...content, log: { ...content.log, entries } });
}

function countArchive(content: Schemas['ForeignArchive']): ReadArchive {
  const { entries } = content.log;
  const own = entries.filter(isOfService);
  const undone = own.filter(isUndone);
  const rejected = own.filter((entry) => !isUndone(entry) && isRejected(entry));
  return {
    content,
    entries: entries.length,
    ofService: own.length,
    undone: undone.length,
    rejected: rejected.length,
  };
}

function isArchive(content: unknown): content is Schemas['ForeignArchive'] {
  return Array.isArray((content as { log?: { entries?: unknown } } | null)?.log?.entries);
}

function isOfService(entry: unknown): boolean {
  const url = (entry as { request?: { url?: unknown } } | null)?.request?.url;
  if (typeof url !== 'string') return false;
  return URL.canParse(url, PLACE) && SERVICE_PATH.test(new URL(url, PLACE).pathname);
}

/** In archives of Ballast. */
function isUndone(entry: Entry | null): boolean {
  return (entry as { _undone?: unknown } | null)?._undone === true;
}

function isRejected(entry: Entry | null): boolean {
  const status = entry?.response?.status;
  return status === 401 || status === 429;
}

/** Addresses in an archive may be paths alone. */
const PLACE = 'http://localhost';
