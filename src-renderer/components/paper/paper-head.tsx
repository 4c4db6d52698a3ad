/**
 * Shown on paper only: the title, portfolio and time of a print, the note that it is a simulation, and its source at
 * the end.
 */
import { useClock } from '../../api/clock-api.ts';
import { useFingerprint } from '../../api/world-api.ts';
import { ownWorld } from '../../state/own-world.ts';
import { formatInstant } from '../format/format-time.ts';
import classes from './paper.module.css';
import { TaxRules } from './tax-rules.tsx';

/** The title of a print, above the heading of the screen, with its portfolio. */
export function PaperTitle({ children }: { readonly children: string }) {
  return (
    <p data-paper-only className={classes.title}>
      {children}
    </p>
  );
}

interface PaperFactsProps {
  /** The instant of the figures, if it is not the current one. */
  readonly asOf?: string;
  /** The portfolio whose country of tax is named. */
  readonly taxRulesOf?: string;
}

export function PaperFacts({ asOf, taxRulesOf }: PaperFactsProps) {
  const now = useClock().data?.now;
  const at = asOf ?? now;
  return (
    <p data-paper-only data-paper-facts className={classes.facts}>
      {at !== undefined && `As of ${formatInstant(at)} (virtual UTC). `}
      {taxRulesOf !== undefined && <TaxRules portfolioId={taxRulesOf} />}
      <strong>{NOTE}</strong>
    </p>
  );
}

const NOTE = 'Simulation by Ballast: no real orders.';

/** At the end of every screen: on paper unless the screen has facts, which say the same. */
export function PaperNote() {
  return (
    <p data-paper-only data-paper-note className={classes.note}>
      <strong>{NOTE}</strong>
    </p>
  );
}

/** The last line of a print. `id`: id of the printed entity. `isRecord`: names the event log from which it was read. */
export function PaperSource({ id, isRecord = false }: { readonly id?: string; readonly isRecord?: boolean }) {
  const world = useFingerprint().data;
  const parts = [
    `World “${ownWorld}”`,
    ...(world === undefined ? [] : [`seed ${world.seed}`]),
    ...(world === undefined || !isRecord ? [] : [`chain ${world.head}`]),
    ...(id === undefined ? [] : [id]),
  ];
  return (
    <p data-paper-only className={classes.source}>
      {parts.join(', ')}
    </p>
  );
}
