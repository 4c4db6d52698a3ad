/** The form of an exploration: its request, and the required fields. */
import { describe, expect, it } from 'vitest';
import {
  type ExplorationDraft,
  explorationRequest,
  startingDraft,
  whyDisabled,
} from '../../../src-renderer/screens/explorer/new/exploration-draft.ts';
import { startExploration } from '../../../src-server/contract/control/explorer/explorations.ts';

const DRAFT = { ...startingDraft(null, '/home/me'), command: 'node "my client.mjs"' };
const sent = (part: Partial<ExplorationDraft> = {}) => explorationRequest({ ...DRAFT, ...part });

describe('the request', () => {
  it('has the command as arguments, and nothing that was not entered', () => {
    expect(sent()).toEqual({ command: ['node', 'my client.mjs'], folder: '/home/me', budget: '2m', seed: 1 });
  });

  it('has everything that was entered, as the contract accepts it', () => {
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

  it('has no command where only a file is named', () => {
    expect(sent({ command: ' ', file: 'explore.yaml' })).not.toHaveProperty('command');
  });

  it('has no number where its field is empty, which the service refuses there', () => {
    const { error } = startExploration.safeParse(JSON.parse(JSON.stringify(sent({ seed: '' }))));
    expect(error?.issues.map(({ path }) => path)).toEqual([['seed']]);
  });
});

describe('a missing field', () => {
  it.each([
    [{ command: 'node "a' }, 'Close the quote " in the command.'],
    [{ command: '' }, 'Enter the command of your client first.'],
    [{ folder: ' ' }, 'Enter the folder that the client runs in.'],
    [{ command: '', file: 'explore.yaml' }, null],
    [{}, null],
  ])('is reported: %j', (part, missing) => {
    expect(whyDisabled({ ...DRAFT, ...part })).toBe(missing);
  });
});

it('repeating an exploration fills in its whole request', () => {
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
