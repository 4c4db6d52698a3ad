/** The card of the tour below the page. The page and its dialogs end above it, so that it covers nothing. */
import { Affix, Paper, Text } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';
import { Dimmed } from '../../components/layout/dimmed.tsx';
import classes from './tour.module.css';

/** The dialog of a plan is at 200, and the tour continues beside it. */
const ABOVE_DIALOGS = 250;

interface CardProps {
  readonly title: string;
  readonly head: string;
  readonly onEscape: () => void;
  readonly children: ReactNode;
}

/** Each sentence is read out when it appears, and the keyboard continues from its buttons. */
export function TourCard({ title, head, onEscape, children }: CardProps) {
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
