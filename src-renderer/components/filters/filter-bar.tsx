/** The filters above a list, each a choice that applies at once. They are stored in the address. */
import { Button, NativeSelect } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { currentSearchParams, withStanding } from '../format/current-search-params.ts';
import classes from './filter-bar.module.css';
import { type FilterChoice, withChosen } from './filter-choices.ts';

interface FilterBarProps<Name extends string> {
  readonly label: string;
  /** Contains only the filters that are set. */
  readonly filters: Readonly<Partial<Record<Name, string>>>;
  readonly change: (name: Name, value: string) => void;
  readonly clear: () => void;
  readonly choices: readonly FilterChoice<Name>[];
  /** Shown before the choices. */
  readonly children?: ReactNode;
  /** Shown at the end: the tools of the list. */
  readonly tools?: ReactNode;
}

export function FilterBar<Name extends string>(props: FilterBarProps<Name>) {
  const { label, choices, filters, change, clear } = props;
  return (
    <search className={classes.filters} aria-label={label}>
      {props.children}
      {choices.map(({ name, label: what, options }) => (
        <NativeSelect
          key={name}
          aria-label={what}
          data={withChosen(options, filters[name] ?? '')}
          value={filters[name] ?? ''}
          data-set={filters[name] === undefined ? undefined : ''}
          onChange={(event) => change(name, event.currentTarget.value)}
        />
      ))}
      {Object.keys(filters).length > 0 && (
        <Button variant="default" onClick={clear}>
          Clear filters
        </Button>
      )}
      {props.tools !== undefined && <div className={classes.tools}>{props.tools}</div>}
    </search>
  );
}

/** `read` takes the filters from the query of an address, in their order there. */
export function useAddressFilters<Filters extends Readonly<Record<string, string>>>(
  read: (search: URLSearchParams) => Filters,
) {
  const [params, setParams] = useSearchParams();
  const filters = useMemo(() => read(params), [params, read]);
  // The back button leads to the page before the list, not to an earlier filter.
  const set = (after: URLSearchParams) =>
    setParams(() => withStanding(new URLSearchParams(read(after))), { replace: true });
  return {
    filters,
    /** An empty value removes the filter. */
    change: (name: keyof Filters & string, value: string) => {
      const after = currentSearchParams();
      after.set(name, value);
      set(after);
    },
    clear: () => set(new URLSearchParams()),
  };
}
