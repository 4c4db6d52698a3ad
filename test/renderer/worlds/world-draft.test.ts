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

it('leaves everything of a fork to the world that it copies', () => {
  expect(worldBody(newWorldDraft(SHOWN, true), 'default')).toEqual({ fork_of: 'default', keep: false });
});
