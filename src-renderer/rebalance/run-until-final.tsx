/** The button that runs the virtual clock until a rebalance is complete or failed, however long that takes. */
import { Button } from '@mantine/core';
import { advanceClock } from '../client/control-calls.ts';
import { useAction } from '../shared/use-action.ts';
import { useAwaited } from '../state/awaited-store.ts';

export function RunUntilFinal({ rebalanceId }: { readonly rebalanceId: string }) {
  const awaitAdvance = useAwaited((state) => state.await);
  const advance = useAction({
    doing: 'Running the clock',
    run: () => advanceClock({ until: { rebalance: rebalanceId } }),
    after: (clock) => awaitAdvance(clock.progress?.to ?? null),
  });
  return (
    <Button loading={advance.isPending} onClick={() => advance.mutate(undefined)}>
      Run until it is final
    </Button>
  );
}
