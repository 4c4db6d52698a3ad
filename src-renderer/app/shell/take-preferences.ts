/**
 * Keeps what the app remembers on the server, and takes it from there into the browser at an origin that is new to it
 * (decision L133). Where the browser has something of its own, that stays: another browser may have stored something else.
 */

import { answerOf, controlAt } from '../../api/api-client.ts';
import { pageToken } from '../../api/page-token.ts';
import { readAnew, reportChanges } from '../../state/remembered.ts';

const PREFIX = 'ballast-';
/** Of which start of the server everything was taken: its page token. */
const TAKEN = 'ballast-taken-of';
/** The page is drawn without, if it takes longer. */
const PATIENCE_MS = 3_000;
/** Changes in so quick a succession are sent as one. */
const REST_MS = 300;
/** What a browser sends to the end although the page is gone; the bound of the standard is 64 KiB for all of it. */
const MOST_KEPT_ALIVE = 50_000;

/** Resolves once the stores have what the server stored. Where that fails, they stay as they are and nothing is sent. */
export async function takePreferences(): Promise<void> {
  try {
    if (localStorage.getItem(TAKEN) !== pageToken()) await takeAll();
    sendChanges();
  } catch {
    // No answer, or a browser that stores nothing. The next load tries again, and what else fails by it says why.
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

function sendChanges(): void {
  const changed = new Set<string>();
  let timer: number | undefined;
  const sendAll = () => {
    for (const key of changed) void send(key);
    changed.clear();
  };
  reportChanges((key) => {
    changed.add(key);
    window.clearTimeout(timer);
    timer = window.setTimeout(sendAll, REST_MS);
  });
  window.addEventListener('pagehide', sendAll);
}

async function send(key: string): Promise<void> {
  const text = localStorage.getItem(key);
  if (text === null) return;
  const params = { path: { name: key.slice(PREFIX.length) } };
  try {
    const keepalive = text.length < MOST_KEPT_ALIVE;
    await controlAt('').PUT('/preferences/{name}', { params, body: { value: JSON.parse(text) }, keepalive });
  } catch {
    // It is stored in this browser, and sent with its next change.
  }
}
