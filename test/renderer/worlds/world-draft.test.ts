/** The requests of "New world…" and "Fork…". */
import { expect, it } from 'vitest';
import { newWorldDraft, worldBody } from '../../../src-renderer/screens/worlds/world-draft.ts';

const SHOWN = { seed: 7, clock_mode: 'manual', dividends: 'on', settlement: 'simulated' } as const;

it('begins a new world with the settings of the shown one, which can be changed', () => {
  const draft = newWorldDraft(SHOWN, false);
  expect(worldBody(draft, undefined)).toEqual({ ...SHOWN, keep: false });
  expect(worldBody({ ...draft, dividends: 'off', clock: '2026-04-01 08:00' }, undefined)).toMatchObject({
    dividends: 'off',
    clock: '2026-04-01T08:00:00Z',
  });
});

it('sends the seed that its field shows, or none', () => {
  const draft = newWorldDraft(SHOWN, false);
  expect(draft.seed).toBe(7);
  expect(worldBody({ ...draft, seed: 77 }, undefined)).toMatchObject({ seed: 77 });
  expect(worldBody({ ...draft, seed: '' }, undefined)).not.toHaveProperty('seed');
  // The form is not sent with a text that is no number, and no such text becomes a seed.
  expect(worldBody({ ...draft, seed: '0x10' }, undefined)).toMatchObject({ seed: Number.NaN });
});

it('leaves everything of a fork to the world that it copies', () => {
  expect(worldBody(newWorldDraft(SHOWN, true), 'default')).toEqual({ fork_of: 'default', keep: false });
});
