/**
 * The tour: a bar below the page that asks for the reader's role, and then runs a few real actions, one button each. It
 * saves a snapshot before it first changes the world, and restores it when the user leaves.
 */
import { Affix, Button, Group, Paper, Text } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { stopAdvance } from '../../api/clock-api.ts';
import { deleteSnapshot, restoreSnapshot, saveSnapshot } from '../../api/world-api.ts';
import { focusContent } from '../../components/commands/dom-actions.ts';
import { useAction } from '../../components/feedback/use-action.ts';
import { Dimmed } from '../../components/layout/dimmed.tsx';
import { paths } from '../../paths.ts';
import { type TourTrack, useTour } from '../../state/tour-store.ts';
import classes from './tour.module.css';
import { type TourStep, TRACKS, useTourSteps } from './tour-steps.ts';

const SNAPSHOT = 'before-the-tour';
/** The dialog of a plan is at 200, and the tour continues beside it. */
const ABOVE_DIALOGS = 250;

export function Tour({ step }: { readonly step: number }) {
  const track = useTour((tour) => tour.track);
  return track === null ? <TrackChoice /> : <TrackTour track={track} step={step} />;
}

function TrackChoice() {
  const { choose, end } = useTour();
  return (
    <Card title="What do you do?" head="Tour" onEscape={() => end(false)}>
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
    </Card>
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
    <Card title="The tour needs a portfolio" head="Tour" onEscape={end}>
      <Text className={classes.text}>
        It uses a portfolio whose plans you approve, and you have none in this world. Add one first.
      </Text>
      <Button onClick={end}>Close the tour</Button>
    </Card>
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
  const [wasRun, setWasRun] = useState(false);
  const isDone = wasRun || step.doneAt?.test(pathname) === true;
  const { isChanged, setChanged, go } = useTour();
  const isLast = index === count - 1;
  // A user who executes the plan of a dry run has completed that step.
  useEffect(() => {
    if (step.leftAt?.test(pathname) === true) go(index + 1);
  }, [index, step, pathname, go]);
  const act = useAction({
    doing: step.title,
    run: async () => {
      if (step.changesWorld && !isChanged) {
        await saveSnapshot({ name: SNAPSHOT, replace: true });
        setChanged();
      }
      return step.run();
    },
    after: (path) => {
      setWasRun(true);
      navigate(path);
    },
  });
  const leave = useLeave(isLast && isDone);
  const isBusy = act.isPending || leave.isPending;
  const next = () => (isLast ? leave.mutate(true) : go(index + 1));
  const isAtEnd = isLast && isDone;
  return (
    <Card
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
    </Card>
  );
}

/** Ends the tour; with true, its changes of the world are undone. */
function useLeave(isSeen: boolean) {
  const navigate = useNavigate();
  const { isChanged, end } = useTour();
  return useAction({
    doing: 'Restoring the world',
    run: async (putsBack: boolean) => {
      if (!isChanged || !putsBack) return false;
      // The entity on screen may no longer exist in the world.
      navigate(paths.portfolios);
      await stopAdvance();
      await restoreSnapshot(SNAPSHOT);
      await deleteSnapshot(SNAPSHOT);
      return true;
    },
    done: (isBack) => (isBack ? 'The world is back to its state before the tour.' : undefined),
    after: () => {
      end(isSeen);
      focusContent();
    },
  });
}

interface CardProps {
  readonly title: string;
  readonly head: string;
  readonly onEscape: () => void;
  readonly children: ReactNode;
}

/** Ends the page and the dialog of a plan above the card, so that it does not cover what it explains. */
function makeRoom(card: HTMLDivElement): () => void {
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty('--tour-height', `${card.offsetHeight}px`));
  observer.observe(card);
  return () => {
    observer.disconnect();
    style.removeProperty('--tour-height');
  };
}

/** Takes the focus back from screens and dialogs that open beside the card, until the user presses something. */
function takeFocus(card: HTMLDivElement): () => void {
  const focus = () => void (card.contains(document.activeElement) || card.focus({ preventScroll: true }));
  const stop = new AbortController();
  for (const pressed of ['keydown', 'pointerdown']) {
    document.addEventListener(pressed, () => stop.abort(), { capture: true, signal: stop.signal });
  }
  document.addEventListener('focusin', focus, stop);
  focus();
  return () => stop.abort();
}

function mountCard(card: HTMLDivElement | null): (() => void) | undefined {
  if (card === null) return undefined;
  const endings = [makeRoom(card), takeFocus(card)];
  return () => {
    for (const end of endings) end();
  };
}

/** Each sentence is read out when it appears, and the keyboard continues from its buttons. */
function Card({ title, head, onEscape, children }: CardProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    onEscape();
  };
  return (
    <Affix position={{ bottom: 0, left: 0, right: 0 }} zIndex={ABOVE_DIALOGS}>
      <Paper
        ref={mountCard}
        shadow="lg"
        px="lg"
        py="sm"
        radius={0}
        role="dialog"
        aria-labelledby="tour-title"
        tabIndex={-1}
        className={classes.card}
        onKeyDown={onKeyDown}
      >
        <div className={classes.title}>
          <Dimmed>{head}</Dimmed>
          <Text id="tour-title" component="h2" fz="md" fw={600} m={0}>
            {title}
          </Text>
        </div>
        {children}
      </Paper>
    </Affix>
  );
}
