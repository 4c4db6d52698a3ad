/**
 * The tour: a bar below the page that asks for the reader's role, and then runs a few real actions, one button each. It
 * saves a snapshot before it first changes the world, and restores it when the user leaves.
 */
import { Button, Group, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { saveSnapshot, useSnapshots } from '../../api/world-api.ts';
import { focusContent } from '../../components/commands/dom-actions.ts';
import { useAction } from '../../components/feedback/use-action.ts';
import { Dimmed } from '../../components/layout/dimmed.tsx';
import { paths } from '../../paths.ts';
import { type TourTrack, useTour } from '../../state/tour-store.ts';
import { EarlierTour } from './earlier-tour.tsx';
import classes from './tour.module.css';
import { TourCard } from './tour-card.tsx';
import { type TourStep, TRACKS, useTourSteps } from './tour-steps.ts';
import { restoreWayBack, WAY_BACK } from './way-back.ts';

export function Tour() {
  const { step, track, isChanged } = useTour();
  const isWayBackLeft = useSnapshots().data?.snapshots.some(({ name }) => name === WAY_BACK) === true;
  if (isWayBackLeft && !isChanged) return <EarlierTour />;
  return track === null ? <TrackChoice /> : <TrackTour track={track} step={step ?? 0} />;
}

function TrackChoice() {
  const { choose, end } = useTour();
  return (
    <TourCard title="What do you do?" head="Tour" onEscape={() => end(false)}>
      <Text className={classes.text}>
        The tour shows what helps you first. Prices and clients are simulated: you cannot break anything.
      </Text>
      <Group gap="sm">
        <Button variant="subtle" onClick={() => end(false)}>
          Leave
        </Button>
        {TRACKS.map(({ track, label, shows }) => (
          <Button key={track} variant="default" title={`Shows ${shows}`} onClick={() => choose(track)}>
            {label}
          </Button>
        ))}
      </Group>
    </TourCard>
  );
}

function TrackTour({ track, step: index }: { readonly track: TourTrack; readonly step: number }) {
  const steps = useTourSteps(track);
  const step = steps?.[index];
  if (steps === null || step === undefined) return <NothingToShow />;
  return <StepCard key={index} step={step} index={index} count={steps.length} />;
}

function NothingToShow() {
  const end = () => useTour.getState().end(false);
  return (
    <TourCard title="The tour needs a portfolio" head="Tour" onEscape={end}>
      <Text className={classes.text}>
        The tour uses a portfolio whose plans you approve, and this world has none. Create one first.
      </Text>
      <Button onClick={end}>Close the tour</Button>
    </TourCard>
  );
}

interface StepCardProps {
  readonly step: TourStep;
  /** From 0. */
  readonly index: number;
  readonly count: number;
}

function StepCard({ step, index, count }: StepCardProps) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { wasRun, isChanged, setRun, setChanged, go } = useTour();
  const isDone = wasRun || step.doneAt?.test(pathname) === true;
  const isLast = index === count - 1;
  // A user who executes the plan of a dry run has completed that step.
  useEffect(() => {
    if (step.leftAt?.test(pathname) === true) go(index + 1);
  }, [index, step, pathname, go]);
  const act = useAction({
    doing: step.title,
    run: async () => {
      if (step.changesWorld && !isChanged) {
        await saveSnapshot({ name: WAY_BACK });
        setChanged();
      }
      return step.run();
    },
    after: (path) => {
      setRun();
      navigate(path);
    },
  });
  const leave = useLeave(isLast && isDone);
  const isBusy = act.isPending || leave.isPending;
  const next = () => (isLast ? leave.mutate(true) : go(index + 1));
  const isAtEnd = isLast && isDone;
  return (
    <TourCard
      key={String(isDone)}
      title={step.title}
      head={`Tour, ${index + 1} of ${count}`}
      onEscape={() => void (isBusy || leave.mutate(true))}
    >
      <Text className={classes.text}>
        {isDone ? step.after : step.before}
        {isChanged && <Dimmed> When you leave the tour, the world is restored to its earlier state.</Dimmed>}
      </Text>
      <Group gap="sm" wrap="nowrap">
        <Button variant="subtle" disabled={isBusy} onClick={() => leave.mutate(!isAtEnd)}>
          {isAtEnd && isChanged ? 'Keep the world as it is' : 'Leave'}
        </Button>
        {!isLast && !isDone && (
          <Button variant="default" disabled={isBusy} onClick={next}>
            Skip
          </Button>
        )}
        <Button
          loading={act.isPending || (isAtEnd && leave.isPending)}
          disabled={leave.isPending}
          onClick={isDone ? next : () => act.mutate(undefined)}
        >
          {isDone ? (isLast ? (isChanged ? 'Restore the world' : 'Finish') : 'Next') : step.button}
        </Button>
      </Group>
    </TourCard>
  );
}

/** Ends the tour; with true, its changes of the world are undone. */
function useLeave(isSeen: boolean) {
  const navigate = useNavigate();
  const { isChanged, end } = useTour();
  return useAction({
    doing: 'Restoring the world',
    run: async (putsBack: boolean) => {
      if (!isChanged || !putsBack) return undefined;
      // The entity on screen may no longer exist in the world.
      navigate(paths.portfolios);
      return restoreWayBack();
    },
    done: (result) => result,
    after: () => {
      end(isSeen);
      focusContent();
    },
  });
}
