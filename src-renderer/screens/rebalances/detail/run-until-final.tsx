/**
 * Runs the virtual clock until a rebalance is complete or failed, for a chosen time at most. What can never come is not waited
 * for: a dialog then says what stands in the way.
 */
import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { advanceClock } from '../../../api/clock-api.ts';
import { useAction } from '../../../components/feedback/use-action.ts';
import { useAwaitedAdvance, WAITS } from '../../../state/awaited-advance-store.ts';
import { NeverFinal } from './never-final.tsx';

export function RunUntilFinal({ rebalanceId }: { readonly rebalanceId: string }) {
  const { await: awaitAdvance, wait } = useAwaitedAdvance();
  const [obstacles, setObstacles] = useState<readonly string[] | null>(null);
  const advance = useAction({
    doing: 'Running the clock',
    run: () => advanceClock({ until: { rebalance: rebalanceId }, within: wait.within }).catch(asObstacles),
    after: (answer) => {
      if ('obstacles' in answer) setObstacles(answer.obstacles);
      else awaitAdvance(answer.progress?.to ?? null);
    },
  });
  return (
    <>
      <Button.Group>
        <Button loading={advance.isPending} onClick={() => advance.mutate(undefined)}>
          Run until it is final
        </Button>
        <WaitChoice />
      </Button.Group>
      {obstacles !== null && <NeverFinal obstacles={obstacles} onClose={() => setObstacles(null)} />}
    </>
  );
}

function WaitChoice() {
  const { wait, choose } = useAwaitedAdvance();
  return (
    <Menu position="bottom-end" transitionProps={{ duration: 100 }} returnFocus>
      <Menu.Target>
        <Button
          variant="default"
          rightSection={<IconChevronDown size={12} aria-hidden />}
          aria-label={`at most ${wait.words} of virtual time; choose another bound`}
          title="The most virtual time that is waited"
        >
          at most {wait.words}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {WAITS.map((each) => (
          <Menu.Item key={each.within} onClick={() => choose(each)}>
            At most {each.words}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The service refuses what can never become final, with a sentence for each thing that stands in the way. */
function asObstacles(error: unknown): { readonly obstacles: readonly string[] } {
  const details = error instanceof ApiError && error.status === 400 ? error.details : [];
  const obstacles = details.filter(({ path }) => path === '/until/rebalance').map(({ issue }) => issue);
  if (obstacles.length === 0) throw error;
  return { obstacles };
}
