/** Before a tour begins: the world can still be restored to its state before an earlier tour, whose page was closed. */
import { Button, Group, Text } from '@mantine/core';
import { useNavigate } from 'react-router';
import { deleteSnapshot } from '../../api/world-api.ts';
import { useAction } from '../../components/feedback/use-action.ts';
import { paths } from '../../paths.ts';
import { useTour } from '../../state/tour-store.ts';
import classes from './tour.module.css';
import { TourCard } from './tour-card.tsx';
import { NO_WAY_BACK, restoreWayBack, WAY_BACK } from './way-back.ts';

export function EarlierTour() {
  const navigate = useNavigate();
  const leave = () => useTour.getState().end(false);
  const restoring = useAction({
    doing: 'Restoring the world',
    run: () => {
      navigate(paths.portfolios);
      return restoreWayBack();
    },
    done: (result) => result,
    after: (result) => void (result === NO_WAY_BACK && leave()),
  });
  const deleting = useAction({ doing: 'Deleting the snapshot', run: () => deleteSnapshot(WAY_BACK) });
  const isBusy = restoring.isPending || deleting.isPending;
  return (
    <TourCard title="Restore the world first?" head="Tour" onEscape={() => void (isBusy || leave())}>
      <Text className={classes.text}>
        An earlier tour has changed this world. The snapshot {WAY_BACK} has its state before that; “Keep the world as it
        is” deletes it.
      </Text>
      <Group gap="sm" wrap="nowrap">
        <Button variant="subtle" disabled={isBusy} onClick={leave}>
          Leave
        </Button>
        <Button
          variant="default"
          loading={deleting.isPending}
          disabled={isBusy}
          onClick={() => deleting.mutate(undefined)}
        >
          Keep the world as it is
        </Button>
        <Button loading={restoring.isPending} disabled={isBusy} onClick={() => restoring.mutate(undefined)}>
          Restore the world
        </Button>
      </Group>
    </TourCard>
  );
}
