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

interface TourStep {
  /** Address of the screen; null: that of the portfolio that is furthest from its targets. */
  readonly path: string | null;
  /** Selector of what it explains, which the screen of the step before must not have. Without it, the card is in the middle. */
  readonly target: string;
  readonly title: string;
  readonly says: readonly string[];
}

const TOUR_STEPS: readonly TourStep[] = [
  {
    path: paths.portfolios,
    target: 'table[aria-label="Portfolios"] thead',
    title: 'Your portfolios, and what drift is',
    says: [
      'Prices move, so weights move away from their targets. That distance is the drift, in basis points (bps): 100 bps are 1 %.',
      'The bar shows the largest one of each portfolio, the mark on it the ±5 % band. Outside it, it is time to rebalance.',
    ],
  },
  {
    path: null,
    target: '[data-page-header] > :has(> a[href$="/edit"])',
    title: 'See what a rebalance would take',
    says: [
      '“Plan a rebalance” makes a dry run: orders, costs, and the drift that is left. Change a parameter, and it is worked out anew.',
      'It changes nothing and is not billed until you execute it, which asks once more.',
    ],
  },
  {
    path: paths.portfolios,
    target: 'fieldset:has([aria-label="Mode and rate of the virtual clock"])',
    title: 'Nothing happens until time moves',
    says: [
      'This world has a clock of its own, in UTC. Orders fill and webhooks leave while it runs, or when you advance it: to what is due next, by a minute, by a day.',
      'The indicators beside it say which exchanges are open.',
    ],
  },
  {
    path: paths.market,
    target: 'nav[aria-label="Views of the market"] + div [data-page-header] > :last-child',
    title: 'Break something and watch',
    says: [
      'Take an exchange down, lose reports, freeze prices: what an integration meets in production. The badge in the top bar counts what is broken and leads to where you end it.',
      'Traffic shows every request and webhook, with what led to what. Most of it can be undone; the rest asks first.',
    ],
  },
];
