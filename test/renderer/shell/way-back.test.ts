/** The tour restores the world of its snapshot, and says what became of it: on a real server. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { saveSnapshot } from '../../../src-renderer/api/world-api.ts';
import { NO_WAY_BACK, restoreWayBack, WAY_BACK } from '../../../src-renderer/app/tour/way-back.ts';
import { startBallast, stopAll } from '../../support/start-ballast.ts';
import { sendTo } from '../app-at-server.ts';

beforeEach(async () => sendTo(await startBallast()));
afterEach(async () => {
  vi.unstubAllGlobals();
  await stopAll();
});

it('the world is back once, and stays as it is when the snapshot is gone', async () => {
  await saveSnapshot({ name: WAY_BACK });
  expect(await restoreWayBack()).toBe('The world is back to its state before the tour.');
  expect(await restoreWayBack()).toBe(NO_WAY_BACK);
  expect(NO_WAY_BACK).toBe('The snapshot before-the-tour no longer exists, so the world stays as it is.');
});
