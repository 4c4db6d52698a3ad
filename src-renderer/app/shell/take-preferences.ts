/**
 * Keeps what the app remembers on the server, and takes it from there into the browser at an origin that is new to it
 * (decision L133). Where the browser has something of its own, that stays: another browser may have stored something else.
 */

import { answerOf, controlAt } from '../../api/api-client.ts';
import { ApiError } from '../../api/api-error.ts';
import { pageToken } from '../../api/page-token.ts';
import { showFailure } from '../../components/feedback/show-failure.ts';
import { readAnew, reportChanges } from '../../state/remembered.ts';

const PREFIX = 'ballast-';
/** Of which start of the server everything was taken: its page token. */
const TAKEN = 'ballast-taken-of';
/** The page is drawn without, if it takes longer. */
const PATIENCE_MS = 3_000;
/** Changes in so quick a succession are sent as one. */
const REST_MS = 300;
/** What a browser sends to the end although the page is gone, all of it together; the standard says 64 KiB. */
const MAX_UNLOAD_BYTES = 60_000;

/** Resolves once the stores have what the server stored. If that fails, they stay as they are and nothing is sent. */
export async function takePreferences(): Promise<void> {
  try {
    if (localStorage.getItem(TAKEN) !== pageToken()) await takeAll();
    sendChanges();
  } catch (error) {
    // The page asks for the token, and is loaded again with it.
    if (!(error instanceof ApiError && error.status === 401)) showFailure('Loading the stored settings', error);
  }
}

async function takeAll(): Promise<void> {
  const stored = await answerOf(controlAt('', AbortSignal.timeout(PATIENCE_MS)).GET('/preferences'));
  for (const [name, value] of Object.entries(stored.preferences)) {
    const key = `${PREFIX}${name}`;
    if (localStorage.getItem(key) === null) localStorage.setItem(key, JSON.stringify(value));
  }
  localStorage.setItem(TAKEN, pageToken());
  await readAnew();
}

/** What is not stored on the server is sent again with the next change, and as the page is left. */
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
    // Nobody is there any more who could be told that it failed.
    if (text !== '') send(key, text, left > 0).catch(() => undefined);
  }
}

async function send(key: string, text: string, keepalive: boolean): Promise<void> {
  const params = { path: { name: key.slice(PREFIX.length) } };
  await controlAt('').PUT('/preferences/{name}', { params, body: { value: JSON.parse(text) }, keepalive });
}
