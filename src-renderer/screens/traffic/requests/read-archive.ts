/** Reads a file as an HTTP archive (HAR), as far as to say what sending it again would do. The service checks the rest. */
import type { Schemas } from '../../../api/api-client.ts';

export interface ReadArchive {
  /** What the file holds, to be sent as it is. */
  readonly content: Schemas['ForeignArchive'];
  /** Requests in it, and how many of them are of the simulated service. */
  readonly entries: number;
  readonly ofService: number;
}

const SERVICE_PATH = /^\/(?:form-[ab]\/)?v1(?:\/|$)/;

/** The archive, or why the text is none, as a sentence. */
export function readArchive(text: string): ReadArchive | string {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return 'This file is not an HTTP archive, because it is not JSON.';
  }
  if (!isArchive(content)) return 'This file is not an HTTP archive, because it has no log.entries.';
  const { entries } = content.log;
  return { content, entries: entries.length, ofService: entries.filter(isOfService).length };
}

function isArchive(content: unknown): content is Schemas['ForeignArchive'] {
  return Array.isArray((content as { log?: { entries?: unknown } } | null)?.log?.entries);
}

function isOfService(entry: unknown): boolean {
  const url = (entry as { request?: { url?: unknown } } | null)?.request?.url;
  if (typeof url !== 'string') return false;
  return URL.canParse(url, PLACE) && SERVICE_PATH.test(new URL(url, PLACE).pathname);
}

/** Addresses in an archive may be paths alone. */
const PLACE = 'http://localhost';
