/**
 * Well-known moves of a whole market, each made of several events. Each preset's description is generated from its
 * events, so the two cannot differ. Pure.
 */
import type { ControlBody } from '../../../src-server/contract/control/control-routes.ts';
import { omitEmpty } from '../forms/omit-empty.ts';
import { instantText, toInstant } from '../forms/virtual-instant.ts';
import { formatCoverage, formatMarketEvent } from './format-market-event.ts';

type CreateMarketEvent = ControlBody<'POST /market/events'>;

interface MarketPreset {
  readonly id: string;
  readonly label: string;
  /** Duration of the lasting events, in calendar days. */
  readonly days: number;
  /** Without their instants. */
  readonly parts: readonly PresetPart[];
}

type Many = 'all' | { readonly sector: string } | { readonly currency: 'GBP' };
type PresetPart =
  | { readonly kind: 'jump'; readonly instruments: Many; readonly by_beta?: true; readonly size: number }
  | { readonly kind: 'trend'; readonly instruments: Many; readonly by_beta?: true; readonly rate_per_day: number }
  | { readonly kind: 'volatility' | 'volume'; readonly instruments: Many; readonly factor: number }
  | { readonly kind: 'fx_jump'; readonly currency: 'GBP'; readonly size: number };

/** Parts that the service may refuse are first: those of which no two may apply at a time. */
export const MARKET_PRESETS: readonly MarketPreset[] = [
  {
    id: 'march-2020',
    label: 'Crash, one week (like March 2020)',
    days: 7,
    parts: [
      { kind: 'volatility', instruments: 'all', factor: 3 },
      { kind: 'volume', instruments: 'all', factor: 2 },
      { kind: 'jump', instruments: 'all', by_beta: true, size: -0.07 },
      { kind: 'trend', instruments: 'all', by_beta: true, rate_per_day: -0.024 },
    ],
  },
  {
    id: 'technology-slump',
    label: 'Technology slump, two weeks',
    days: 14,
    parts: [
      { kind: 'volatility', instruments: { sector: 'technology' }, factor: 2 },
      { kind: 'jump', instruments: { sector: 'technology' }, size: -0.1 },
      { kind: 'trend', instruments: { sector: 'technology' }, rate_per_day: -0.01 },
    ],
  },
  {
    id: 'pound-2016',
    label: 'Weak pound, one week (like June 2016)',
    days: 7,
    parts: [
      { kind: 'volatility', instruments: { currency: 'GBP' }, factor: 2 },
      { kind: 'fx_jump', currency: 'GBP', size: -0.06 },
      { kind: 'jump', instruments: { currency: 'GBP' }, by_beta: true, size: -0.03 },
    ],
  },
  {
    id: 'quiet-rise',
    label: 'Quiet rise, four weeks',
    days: 28,
    parts: [
      { kind: 'volatility', instruments: 'all', factor: 0.5 },
      { kind: 'trend', instruments: 'all', by_beta: true, rate_per_day: 0.003 },
    ],
  },
];

const DAY_MS = 86_400_000;
/** `All instruments: −7.00 % × beta at once, … for 7 days.` */
export function describePreset({ parts, days }: MarketPreset): string {
  const bySubject = Map.groupBy(parts, subjectOfPart);
  const sentences = [...bySubject].map(([subject, own]) => {
    const effects = own.map((part) => `${effectOf(part)}${lasts(part) ? ` for ${days} days` : ''}`);
    return `${subject}: ${effects.join(', ')}.`;
  });
  return sentences.join(' ');
}

/** The request bodies of its events. `from`: empty for now; `nowMs`: the virtual present. */
export function presetBodies({ parts, days }: MarketPreset, from: string, nowMs: number): CreateMarketEvent[] {
  const begins = toInstant(from);
  const beginsMs = Date.parse(begins);
  const until = toInstant(instantText((Number.isNaN(beginsMs) ? nowMs : beginsMs) + days * DAY_MS));
  return parts.map((part) =>
    lasts(part) ? { ...part, ...omitEmpty({ from: begins }), until } : { ...part, ...omitEmpty({ at: begins }) },
  );
}

function lasts(part: PresetPart): part is Exclude<PresetPart, { size: number }> {
  return !('size' in part);
}

function subjectOfPart(part: PresetPart): string {
  return 'currency' in part ? part.currency : formatCoverage(part.instruments);
}

function effectOf(part: PresetPart): string {
  if (!('factor' in part)) return formatMarketEvent(part);
  return part.kind === 'volume' ? `${part.factor}× the usual volume` : `${part.factor}× their usual moves`;
}
