/** Tests the options of a start on an existing world, and folders that cannot be used. */
import { afterEach, describe, expect, it } from 'vitest';
import { createBallast, StartupError } from '../../src-server/app.ts';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { openWorldDatabase } from '../../src-server/world/world-database.ts';
import { createSample } from '../api/service/sample-portfolio.ts';
import { proves } from '../conformance/proves.ts';
import { applyOptions } from '../support/ballast-defaults.ts';
import { newFolder, startBallast, stopAll } from '../support/start-ballast.ts';

afterEach(stopAll);

describe('starting on a folder with a world', () => {
  it('continues with its seed, its time and its mode by default', proves('J6'), async () => {
    const dataDir = newFolder();
    const first = await startBallast({ dataDir, seed: 7, startAt: Date.UTC(2026, 4, 4, 8), clockMode: 'manual' });
    await first.advance('90m');
    await first.stop();
    const again = await startBallast({ dataDir, seed: null, startAt: null, clockMode: null });
    expect(again.ballast.seed).toBe(7);
    expect(again.ballast.clock).toBe('2026-05-04T09:30:00.000Z');
    expect((await again.sim.get('/clock')).text).toContain('"mode":"manual"');
  });

  it('accepts the same flags again, and another mode and rate of the clock', async () => {
    const dataDir = newFolder();
    const options = { dataDir, seed: 7, startAt: Date.UTC(2026, 4, 4, 8), clockMode: 'manual' as const };
    await (await startBallast(options)).stop();
    const again = await startBallast({ ...options, clockMode: 'realtime', clockRate: 60 });
    expect((await again.sim.get('/clock')).text).toContain('"mode":"realtime","rate":60');
  });

  it('checks drift at the interval that was set last', async () => {
    const dataDir = newFolder();
    const startAt = Date.UTC(2026, 4, 4, 9, 2);
    const first = await startBallast({ dataDir, startAt, driftCheckMs: 5 * 60_000 });
    await createSample(first);
    expect(first.ballast.control.nextDueMs()).toBe(Date.UTC(2026, 4, 4, 9, 5));
    await first.stop();
    const again = await startBallast({ dataDir, seed: null, startAt: null });
    await again.advance('3m');
    expect(again.ballast.control.nextDueMs()).toBe(Date.UTC(2026, 4, 4, 9, 10));
    await again.stop();
    const hourly = await startBallast({ dataDir, seed: null, startAt: null, driftCheckMs: 60 * 60_000 });
    await hourly.advance('5m');
    expect(hourly.ballast.control.nextDueMs()).toBe(Date.UTC(2026, 4, 4, 10));
  });

  it('refuses another seed and another start with exit 64 and a line for each', proves('K2'), async () => {
    const dataDir = newFolder();
    await (await startBallast({ dataDir, seed: 7, startAt: Date.UTC(2026, 4, 4, 8) })).stop();
    const failure = await failureOf({ dataDir, seed: 8, startAt: Date.UTC(2026, 4, 5, 8) });
    expect(failure.exitCode).toBe(64);
    expect(failure.lines).toEqual([
      expect.stringMatching(/^--seed 8: .* already has a world of seed 7; omit the flag or use an empty folder$/),
      expect.stringMatching(/^--clock 2026-05-05T08:00:00\.000Z: .* began at 2026-05-04T08:00:00\.000Z; /),
    ]);
  });
});

describe('a world of another version', () => {
  it('is refused with exit 64 where it waits for something unknown to this version', async () => {
    const dataDir = newFolder();
    await (await startBallast({ dataDir })).stop();
    const { sqlite, close } = openWorldDatabase(dataDir, packageRoot());
    sqlite.prepare("insert into timers (seq, due_ms, kind, payload) values (99, 1, 'venue.slice', '1')").run();
    close();
    const failure = await failureOf({ dataDir, seed: null, startAt: null });
    expect(failure.exitCode).toBe(64);
    expect(failure.lines).toEqual([
      expect.stringMatching(/^the world in .* has timers of kind venue\.slice, which this version/),
    ]);
  });
});

describe('a data folder that cannot be used', () => {
  it.each(['/proc/nope/world', '/dev/null/world'])('is refused with exit 64 and its reason: %s', async (dataDir) => {
    const failure = await failureOf({ dataDir });
    expect(failure.exitCode).toBe(64);
    expect(failure.lines[0]).toMatch(/^--data .*: .*E[A-Z]+: /);
  });
});

async function failureOf(options: Parameters<typeof applyOptions>[0]): Promise<StartupError> {
  try {
    await (await createBallast(applyOptions(options))).stop();
  } catch (error) {
    if (error instanceof StartupError) return error;
    throw error;
  }
  throw new Error('it started');
}
