/** The tour: a card beside what it speaks of, which is marked. It covers nothing for long, blocks nothing and moves nothing. */

import { Button, CloseButton } from '@mantine/core';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { usePortfolios } from '../../api/queries.ts';
import { APP_ACCOUNT } from '../../api/service-calls.ts';
import { paths } from '../../paths.ts';
import { useTour } from '../../state/tour-store.ts';
import { focusContent } from '../commands/focus-content.ts';
import { cardPlace, type Size } from './card-place.ts';
import { TOUR_STEPS } from './tour-steps.ts';
import { useTargetBox } from './use-target-box.ts';
import './tour.css';

export function Tour({ step }: { readonly step: number }) {
  const { go, end } = useTour.getState();
  const card = useRef<HTMLElement>(null);
  const titleId = useId();
  const { target = '', title, says = [] } = TOUR_STEPS[step] ?? {};
  const box = useTargetBox(target);
  const place = cardPlace(box, useSize(card, step), { width: window.innerWidth, height: window.innerHeight });
  useScreenOf(step);
  // Each step is read out as one comes to it; the keyboard goes on from its buttons.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a step is what it happens for.
  useEffect(() => card.current?.focus({ preventScroll: true }), [step]);
  const isLast = step === TOUR_STEPS.length - 1;
  const leave = () => {
    end(isLast);
    focusContent();
  };
  return (
    <>
      {box !== null && <div className="tour-mark" style={{ ...box }} aria-hidden />}
      <section
        ref={card}
        className="tour-card"
        role="dialog"
        aria-modal={false}
        aria-labelledby={titleId}
        tabIndex={-1}
        style={place}
        onKeyDown={(event) => onEscape(event, leave)}
      >
        <div className="tour-head">
          <h2 id={titleId}>{title}</h2>
          <CloseButton size="sm" aria-label="Skip the tour" onClick={leave} />
        </div>
        {says.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <div className="tour-foot">
          <span className="muted">
            {step + 1} of {TOUR_STEPS.length}
          </span>
          {!isLast && (
            <Button size="compact-sm" variant="subtle" onClick={leave}>
              Skip
            </Button>
          )}
          {step > 0 && (
            <Button size="compact-sm" variant="default" onClick={() => go(step - 1)}>
              Back
            </Button>
          )}
          <Button size="compact-sm" onClick={isLast ? leave : () => go(step + 1)}>
            {isLast ? 'Done' : 'Next'}
          </Button>
        </div>
      </section>
    </>
  );
}

function onEscape(event: KeyboardEvent, leave: () => void): void {
  if (event.key !== 'Escape') return;
  event.preventDefault();
  leave();
}

/** Goes to the screen that a step speaks of, once for each step: from there, one may look around. */
function useScreenOf(step: number): void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const worst = useWorstPortfolio();
  const [been, setBeen] = useState<number | null>(null);
  useEffect(() => {
    if (been === step || worst === undefined) return;
    setBeen(step);
    const path = TOUR_STEPS[step]?.path ?? worst;
    if (path !== pathname) navigate(path);
  }, [been, step, worst, pathname, navigate]);
}

/** Address of the portfolio that the app could plan for and that is furthest away; undefined until that is known. */
function useWorstPortfolio(): string | undefined {
  const portfolios = usePortfolios().data?.portfolios;
  if (portfolios === undefined) return undefined;
  const [worst] = portfolios
    .filter((row) => row.account_id === APP_ACCOUNT)
    .sort((left, right) => Math.abs(right.max_drift) - Math.abs(left.max_drift));
  return worst === undefined ? paths.portfolios : paths.portfolio(worst.portfolio_id);
}

/** As large as the card is drawn; nothing before that. */
function useSize(card: { readonly current: HTMLElement | null }, step: number): Size {
  const [size, setSize] = useState<Size>({ width: 340, height: 220 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words of a step make its size.
  useLayoutEffect(() => {
    if (card.current === null) return;
    const { offsetWidth: width, offsetHeight: height } = card.current;
    setSize((before) => (before.width === width && before.height === height ? before : { width, height }));
  }, [card, step]);
  return size;
}
