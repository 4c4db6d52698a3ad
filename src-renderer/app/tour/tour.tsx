/** The tour: a card beside the part of the screen that it explains. It blocks nothing and changes nothing in the world. */
import { Tour as MantineTour } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { APP_ACCOUNT, usePortfolios } from '../../api/portfolios-api.ts';
import { focusContent } from '../../components/commands/dom-actions.ts';
import { paths } from '../../paths.ts';
import { useTour } from '../../state/tour-store.ts';
import classes from './tour.module.css';
import { TOUR_STEPS } from './tour-steps.ts';

const LABELS = { close: 'Done' };
/** Mantine makes it an h3, which must not follow an h1. */
const ATTRIBUTES = { title: { 'aria-level': 2 } };
/** Here a card does not fit below what it explains, so it is in the middle. */
const SHORT_WINDOW = '(max-height: 560px)';

export function Tour({ step }: { readonly step: number }) {
  const root = useRef<HTMLDivElement>(null);
  const isShort = useMediaQuery(SHORT_WINDOW, undefined, { getInitialValueInEffect: false }) ?? false;
  useScreenOf(step);
  // Each step is read out when it opens, and the keyboard continues from its buttons.
  const focusCard = () => root.current?.querySelector<HTMLElement>('[role=dialog]')?.focus({ preventScroll: true });
  const leave = () => {
    useTour.getState().end(step === TOUR_STEPS.length - 1);
    focusContent();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    leave();
  };
  return (
    <MantineTour
      ref={root}
      active
      step={step}
      onStepChange={useTour.getState().go}
      onStepOpen={focusCard}
      onClose={leave}
      onKeyDown={onKeyDown}
      closeOnEscape={false}
      withKeyboardNavigation={false}
      withCloseButton={false}
      withOverlayInteraction
      withOverlay={!isShort}
      overlayColor="rgb(0 0 0 / 20%)"
      zIndex={150}
      labels={LABELS}
      classNames={classes}
      attributes={ATTRIBUTES}
    >
      {TOUR_STEPS.map(({ target, title, says }) => (
        <MantineTour.Step key={title} title={title} {...(isShort ? {} : { target })}>
          {says.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </MantineTour.Step>
      ))}
    </MantineTour>
  );
}

/** Opens the screen of a step, once for each step, so that people may look around from there. */
function useScreenOf(step: number): void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const worst = useWorstPortfolio();
  const [opened, setOpened] = useState<number | null>(null);
  useEffect(() => {
    if (opened === step || worst === undefined) return;
    setOpened(step);
    const path = TOUR_STEPS[step]?.path ?? worst;
    if (path !== pathname) navigate(path);
  }, [opened, step, worst, pathname, navigate]);
}

/** Address of the portfolio of the app's account that is furthest from its targets; undefined until it is known. */
function useWorstPortfolio(): string | undefined {
  const portfolios = usePortfolios().data?.portfolios;
  if (portfolios === undefined) return undefined;
  const [worst] = portfolios
    .filter((row) => row.account_id === APP_ACCOUNT)
    .sort((left, right) => Math.abs(right.max_drift) - Math.abs(left.max_drift));
  return worst === undefined ? paths.portfolios : paths.portfolio(worst.portfolio_id);
}
