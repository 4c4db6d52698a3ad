/**
 * Reads a file as an HTTP archive (HAR), as far as necessary to describe the effect of replaying it. The service checks
 * the rest.
 */
import type { ControlBody } from '../../../../src-server/contract/control/control-routes.ts';

export interface ReadArchive {
  /** The content of the file, which is sent unchanged. */
  readonly content: ControlBody<'POST /journal/replay'>;
  /** The number of its requests, and of those to the simulated service. */
  readonly entries: number;
  readonly ofService: number;
  /**
   * Of those, the number undone when the world was rewound, and the number refused because of their key or the rate
   * limit.
   */
  readonly undone: number;
  readonly rejected: number;
}

type Entry = ControlBody<'POST /journal/replay'>['log']['entries'][number];

const SERVICE_PATH = /^\/(?:worlds\/[a-z0-9-]+\/)?(?:form-[ab]\/)?v1(?:\/|$)/;

/** The archive, or the reason why the text is not one, as a sentence. */
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

/** Without requests that were undone or refused: a working client would not have sent them. */
export function withoutFailed({ content }: ReadArchive): ReadArchive {
  const entries = content.log.entries.filter((entry) => !isUndone(entry) && !isRejected(entry));
  return countArchive({ ...content, log: { ...content.log, entries } });
}

function countArchive(content: ControlBody<'POST /journal/replay'>): ReadArchive {
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

function isArchive(content: unknown): content is ControlBody<'POST /journal/replay'> {
  return Array.isArray((content as { log?: { entries?: unknown } } | null)?.log?.entries);
}

function isOfService(entry: unknown): boolean {
  const url = (entry as { request?: { url?: unknown } } | null)?.request?.url;
  if (typeof url !== 'string') return false;
  return URL.canParse(url, BASE_URL) && SERVICE_PATH.test(new URL(url, BASE_URL).pathname);
}

/** Only in archives of Ballast. */
function isUndone(entry: Entry | null): boolean {
  return (entry as { _undone?: unknown } | null)?._undone === true;
}

function isRejected(entry: Entry | null): boolean {
  const status = entry?.response?.status;
  return status === 401 || status === 429;
}

/** Addresses in an archive may be paths without a host. */
const BASE_URL = 'http://localhost';
