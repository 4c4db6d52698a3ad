/** Two logs side by side distinguish user actions from what a fork wrote by itself. */
import { expect, it } from 'vitest';
import { countOfFork } from '../../../src-renderer/screens/worlds/untraded-differences.ts';

const paused = { type: 'webhook.changed', summary: 'status paused' };
const jump = { type: 'market.event_added', summary: 'jump of SAP' };
const resumed = { type: 'webhook.changed', summary: 'status enabled' };

it('counts the endpoints that the fork paused, and no later ones', () => {
  expect(countOfFork([paused, paused, jump, paused])).toBe(2);
  expect(countOfFork([paused, resumed])).toBe(1);
  expect([countOfFork([paused]), countOfFork([])]).toEqual([1, 0]);
});
