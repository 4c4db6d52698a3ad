/** Data of the world is read again once the world has changed, even if the read was under way. */
import { QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { createQueryClient, DRY_RUN_KEY, invalidateWorld } from '../../../src-renderer/api/query-client.ts';

/** A reader with the responses of the moment of each request, which resolve on command. */
function slowReader(responses: readonly string[]) {
  const releases: (() => void)[] = [];
  let count = 0;
  return {
    releases,
    queryFn: () => {
      const response = responses[count++];
      return new Promise((resolve) => releases.push(() => resolve(response)));
    },
  };
}

it('a first read that was under way when the world changed is read again', async () => {
  const client = createQueryClient();
  const { queryFn, releases } = slowReader(['before the change', 'after the change']);
  const observer = new QueryObserver(client, { queryKey: ['portfolios'], queryFn });
  const stop = observer.subscribe(() => undefined);
  const invalidated = invalidateWorld(client);
  releases[0]?.();
  await expect.poll(() => releases.length).toBe(2);
  releases[1]?.();
  await invalidated;
  expect(observer.getCurrentResult().data).toBe('after the change');
  stop();
});

it('a dry run is not', async () => {
  const client = createQueryClient();
  const { queryFn, releases } = slowReader(['the plan']);
  const observer = new QueryObserver(client, { queryKey: [DRY_RUN_KEY], queryFn });
  const stop = observer.subscribe(() => undefined);
  await invalidateWorld(client);
  releases[0]?.();
  await expect.poll(() => observer.getCurrentResult().data).toBe('the plan');
  expect(releases).toHaveLength(1);
  stop();
});
