/** What two policies differ by on the same paths, as a sentence, and whether that is more than chance. Pure. */
import { plural } from '../../../components/format/format-number.ts';
import { differenceUnit, differenceWriter, measureCalled, withUnit } from './measure-format.ts';

export interface PairedFigures {
  readonly name: string;
  readonly count: number;
  readonly mean: number;
  readonly ci_low: number | null;
  readonly ci_high: number | null;
  readonly is_significant: boolean;
}

interface Pair {
  readonly policy: string;
  readonly against: string;
  readonly measures: readonly PairedFigures[];
}

/** The one less the other, whichever of them the service has as the first; null where it has neither. */
export function differenceOf(differences: readonly Pair[], policy: string, against: string): Pair | null {
  const found = differences.find((each) => each.policy === policy && each.against === against);
  if (found !== undefined) return found;
  const turned = differences.find((each) => each.policy === against && each.against === policy);
  return turned === undefined ? null : { policy, against, measures: turned.measures.map(negated) };
}

function negated({ mean, ci_low: low, ci_high: high, ...rest }: PairedFigures): PairedFigures {
  const minus = (value: number | null) => (value === null || value === 0 ? value : -value);
  return { ...rest, mean: minus(mean) ?? 0, ci_low: minus(high), ci_high: minus(low) };
}

/** How each measure is said of a policy, and what follows its figure and its `more` or `less`. */
const SAID = [
  { name: 'total_costs_bps', verb: 'costs', after: ' a year', tail: '' },
  { name: 'mean_drift', verb: 'drifts', after: '', tail: '' },
  { name: 'return_after_liquidation', verb: 'returns', after: ' a year', tail: ' after liquidation' },
] as const;
const AND = new Intl.ListFormat('en-GB');

/** `Quarterly costs 0.74 bps a year less than Monthly (95 %: 0.70 to 0.78), drifts … and returns …, on the same 200 paths.` */
export function differenceSentence({ policy, against, measures }: Pair, currency: string): string {
  const said = SAID.flatMap((each) => {
    const figures = measures.find(({ name }) => name === each.name);
    return figures === undefined ? [] : [{ ...each, figures }];
  });
  const phrases = said.map(({ verb, tail, after, figures }, place) => {
    const phrase = phraseOf(figures, after, currency);
    // The other policy is named once.
    const than = place === 0 ? ` ${phrase.than} ${against}` : '';
    return `${verb} ${phrase.what}${tail}${than}${phrase.interval}`;
  });
  if (phrases.length === 0) return `${policy} and ${against} have no path in common yet.`;
  const count = measures[0]?.count ?? 0;
  return `${policy} ${AND.format(phrases)}, on ${count === 1 ? 'one path' : `the same ${plural(count, 'path')}`}.`;
}

type DifferencePhrase = Readonly<Record<'what' | 'than' | 'interval', string>>;

function phraseOf(figures: PairedFigures, after: string, currency: string): DifferencePhrase {
  const measure = measureCalled(figures.name);
  const { mean, ci_low: low, ci_high: high } = figures;
  if (mean === 0 && (low ?? 0) === 0 && (high ?? 0) === 0) return { what: 'the same', than: 'as', interval: '' };
  const write = differenceWriter(figures, measure);
  const unit = differenceUnit(measure, currency);
  const what = `${withUnit(write(Math.abs(mean)), unit)}${after} ${mean < 0 ? 'less' : 'more'}`;
  if (low === null || high === null) return { what, than: 'than', interval: '' };
  if (!figures.is_significant) {
    const ends = withUnit(`${write(low)} to ${write(high)}`, unit);
    return { what: 'neither more nor less', than: 'than', interval: ` beyond chance (95 %: ${ends}${after})` };
  }
  const ends = [Math.abs(low), Math.abs(high)].sort((one, other) => one - other).map(write);
  return { what, than: 'than', interval: ` (95 %: ${ends.join(' to ')})` };
}
