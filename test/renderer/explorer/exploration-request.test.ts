/** The form of an exploration: what is sent of it, and what has to be there first. */
import { describe, expect, it } from 'vitest';
import {
  type ExplorationDraft,
  explorationRequest,
  formatMissing,
  startingDraft,
} from '../../../src-renderer/screens/explorer/new/exploration-draft.ts';
import { startExploration } from '../../../src-server/contract/control/explorer/explorations.ts';

const DRAFT = { ...startingDraft(null, '/home/me'), command: 'node "my client.mjs"' };
const sent = (part: Partial<ExplorationDraft> = {}) => explorationRequest({ ...DRAFT, ...part });

describe('what is sent', () => {
  it('is the command as arguments, and no more than was written', () => {
    expect(sent()).toEqual({ command: ['node', 'my client.mjs'], folder: '/home/me', budget: '2m', seed: 1 });
  });

  it('is everything that was written, as the contract takes it', () => {
    const all = sent({ file: ' explore.yaml ', budget: '90s', trials: 40, seed: 7, only: 'weak', jobs: 2 });
    expect(all).toEqual({
      command: ['node', 'my client.mjs'],
      file: 'explore.yaml',
      folder: '/home/me',
      budget: '90s',
      trials: 40,
      seed: 7,
      only: 'weak',
      jobs: 2,
    });
    expect(startExploration.parse(all)).toEqual(all);
  });

  it('is no command where only a file is named', () => {
    expect(sent({ command: ' ', file: 'explore.yaml' })).not.toHaveProperty('command');
  });

  it('is not a number where a field of one is left empty, which the service refuses there', () => {
    const { error } = startExploration.safeParse(JSON.parse(JSON.stringify(sent({ seed: '' }))));
    expect(error?.issues.map(({ path }) => path)).toEqual([['seed']]);
  });
});

describe('what is missing', () => {
  it.each([
    [{ command: 'node "a' }, 'Close the quote " in the command.'],
    [{ command: '' }, 'Enter the command of your client first.'],
    [{ folder: ' ' }, 'Enter the folder that the client runs in.'],
    [{ command: '', file: 'explore.yaml' }, null],
    [{}, null],
  ])('is said: %j', (part, missing) => {
    expect(formatMissing({ ...DRAFT, ...part })).toBe(missing);
  });
});

it('an exploration that is done again fills in all that was asked for', () => {
  const request = { file: null, budget: '2m', trials: null, only: null, jobs: null };
  const like = { command: ['node', "it's.mjs"], folder: '/srv', seed: 9, request };
  expect(startingDraft(like, '/home/me')).toMatchObject({ folder: '/srv', seed: 9, only: 'all', file: '', trials: '' });
  expect(explorationRequest(startingDraft(like, ''))).toEqual({
    command: like.command,
    folder: '/srv',
    budget: '2m',
    seed: 9,
  });
  const all = { file: 'explore.yaml', budget: '90s', trials: 40, only: 'wrong', jobs: 2 } as const;
  expect(explorationRequest(startingDraft({ ...like, request: all }, ''))).toEqual({
    command: like.command,
    folder: '/srv',
    seed: 9,
    ...all,
  });
});
