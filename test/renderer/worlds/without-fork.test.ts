/** Two logs side by side begin with what was done, not with what a fork wrote of its own accord. */
import { expect, it } from 'vitest';
import { withoutFork } from '../../../src-renderer/screens/worlds/without-fork.ts';

const paused = { type: 'webhook.changed', words: 'status paused' };
const jump = { type: 'market.event_added', words: 'jump of SAP' };
const resumed = { type: 'webhook.changed', words: 'status enabled' };

it('leaves out the endpoints that the fork paused, and nothing that comes later', () => {
  expect(withoutFork([paused, paused, jump, paused])).toEqual([jump, paused]);
  expect(withoutFork([paused, resumed])).toEqual([resumed]);
  expect([withoutFork([paused]), withoutFork([])]).toEqual([[], []]);
});
