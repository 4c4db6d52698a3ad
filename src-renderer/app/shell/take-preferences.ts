/**
 * Stores the app's preferences on the server, and copies them from there into the browser at an origin that is new to
 * it (decision L133). Preferences that the browser has itself win: another browser may have stored others.
 */

import { askAt } from '../../api/api-client.ts';
import { ApiError } from '../../api/api-error.ts';
import { pageToken } from '../../api/page-token.ts';
import { showFailure } from '../../components/feedback/show-failure.ts';
import { readAnew, reportChanges } from '../../state/remembered.ts';

const PREFIX = 'ballast-';
/** The page token of the server start from which everything was copied. */
const TAKEN = 'ballast-taken-of';
/** If it takes longer, the page is rendered without them. */
const PATIENCE_MS = 3_000;
/** Changes in such quick succession are sent as one. */
const REST_MS = 300;
/** Limit for all data that a browser still sends after the page is closed; the standard says 64 KiB. */
const MAX_UNLOAD_BYTES = 60_000;

/**
 * Resolves once the stores have the server's stored values. If that fails, they stay as they are and nothing is sent.
 */
export async function takePreferences(): Promise<void> {
  try {
    if (localStorage.getItem(TAKEN) !== pageToken()) await takeAll();
    sendChanges();
  } catch (error) {
    // The page requests a token, and is reloaded with it.
    if (!(error instanceof ApiError && error.status === 401)) showFailure('Loading the stored settings', error);
  }
}

async function takeAll(): Promise<void> {
  const stored = await askAt('')('GET /preferences', { signal: AbortSignal.timeout(PATIENCE_MS) });
  for (const [name, value] of Object.entries(stored.preferences)) {
    const key = `${PREFIX}${name}`;
    if (localStorage.getItem(key) === null) localStorage.setItem(key, JSON.stringify(value));
  }
  localStorage.setItem(TAKEN, pageToken());
  await readAnew();
}

/** Changes that the server has not stored are sent again with the next change, and when the page is closed. */
function sendChanges(): void {
  const unsent = new Set<string>();
  let timer: number | undefined;
  let hasFailed = false;
  const sendAll = async () => {
    for (const key of unsent) {
      const text = localStorage.getItem(key);
      try {
        if (text !== null) await send(key, text, false);
        if (localStorage.getItem(key) === text) unsent.delete(key);
        hasFailed = false;
      } catch (error) {
        if (!hasFailed) showFailure('Storing settings on the server', error);
        hasFailed = true;
      }
    }
  };
  reportChanges((key) => {
    unsent.add(key);
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void sendAll(), REST_MS);
  });
  window.addEventListener('pagehide', () => sendAsPageIsLeft(unsent));
}

function sendAsPageIsLeft(unsent: ReadonlySet<string>): void {
  let left = MAX_UNLOAD_BYTES;
  for (const key of unsent) {
    const text = localStorage.getItem(key) ?? '';
    left -= new TextEncoder().encode(text).length;
    // The page is gone, so a failure cannot be shown.
    if (text !== '') send(key, text, left > 0).catch(() => undefined);
  }
}

async function send(key: string, text: string, keepalive: boolean): Promise<void> {
  const params = { name: key.slice(PREFIX.length) };
  await askAt('')('PUT /preferences/{name}', { params, body: { value: JSON.parse(text) }, keepalive });
}
