/** The filters above the list: which form made a portfolio, its wrapper, its base currency, how it stands. */
import { Button, NativeSelect } from '@mantine/core';
import type { PortfolioSummary } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { type Option, withChosen } from '../../../components/tables/filter-choices.ts';
import { filterValue, type PortfolioFilterName, type PortfolioFilters } from './portfolio-filters.ts';
import { PORTFOLIO_STATES, STATE_LOOKS } from './portfolio-state.ts';
import classes from './portfolios.module.css';

interface PortfolioFilterBarProps {
  readonly portfolios: readonly PortfolioSummary[];
  readonly filters: PortfolioFilters;
  readonly onChange: (name: PortfolioFilterName, value: string) => void;
  readonly onClear: () => void;
}

interface Choice {
  readonly name: PortfolioFilterName;
  readonly label: string;
  readonly every: string;
  readonly words: (value: string) => string;
}

const CHOICES: readonly Choice[] = [
  {
    name: 'state',
    label: 'State',
    every: 'every state',
    words: (value) =>
      PORTFOLIO_STATES.map((state) => (state === value ? STATE_LOOKS[state].words : '')).join('') || value,
  },
  { name: 'form', label: 'Form', every: 'both forms', words: (value) => `Form ${value}` },
  { name: 'wrapper', label: 'Wrapper', every: 'every wrapper', words: (value) => value },
  { name: 'currency', label: 'Base currency', every: 'every currency', words: (value) => value },
];

export function PortfolioFilterBar({ portfolios, filters, onChange, onClear }: PortfolioFilterBarProps) {
  return (
    <search className={classes.portfolioFilters} aria-label="Filters of the portfolios">
      {CHOICES.map((choice) => {
        const value = filters[choice.name] ?? '';
        return (
          <NativeSelect
            key={choice.name}
            aria-label={choice.label}
            data={withChosen([{ value: '', label: choice.every }, ...optionsOf(portfolios, choice)], value)}
            value={value}
            data-set={value === '' ? undefined : ''}
            onChange={(event) => onChange(choice.name, event.currentTarget.value)}
          />
        );
      })}
      {Object.keys(filters).length > 0 && (
        <Button variant="default" onClick={onClear}>
          Clear filters
        </Button>
      )}
    </search>
  );
}

/** Only what some portfolio has can be chosen, with how many have it. */
function optionsOf(portfolios: readonly PortfolioSummary[], { name, words }: Choice): Option[] {
  const counts = Map.groupBy(portfolios, (row) => filterValue(row, name));
  return [...counts]
    .map(([value, rows]) => ({ value, label: `${words(value)} (${rows.length})` }))
    .sort((left, right) => left.label.localeCompare(right.label, 'en'));
}
