/** The filters of the library: a chip for each tag, with the number of scenarios that it leaves, and two choices. */
import { Button, Chip, Group, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { ListedScenario } from '../../../../src-server/contract/control/scenarios/scenario-runs.ts';
import { FilterBar } from '../../../components/filters/filter-bar.tsx';
import type { FilterChoice } from '../../../components/filters/filter-choices.ts';
import {
  countTags,
  type ScenarioFilters as Filters,
  type ScenarioFilterName,
  tagsIn,
} from './match-scenario-filters.ts';

interface ScenarioFiltersProps {
  readonly all: readonly ListedScenario[];
  /** The rows that pass the filters. */
  readonly rows: readonly ListedScenario[];
  readonly filters: Filters;
  readonly change: (name: ScenarioFilterName, value: string) => void;
  readonly clear: () => void;
  /** Tools of the list. */
  readonly tools: ReactNode;
}

/** The others are shown on demand. */
const SHOWN_TAGS = 10;

export function ScenarioFilters({ all, rows, filters, change, clear, tools }: ScenarioFiltersProps) {
  const [showsAll, setShowsAll] = useState(false);
  const chosen = tagsIn(filters);
  const counts = new Map(countTags(rows));
  const tags = countTags(all).map(([tag]) => tag);
  const shown = tags.filter((tag, index) => showsAll || index < SHOWN_TAGS || chosen.includes(tag));
  const hasOthers = new Set(all.map(({ origin }) => origin)).size > 1;
  return (
    <Stack gap="sm">
      <FilterBar
        label="Filters of the scenarios"
        filters={filters}
        change={change}
        clear={clear}
        choices={hasOthers ? [ORIGINS, OUTCOMES] : [OUTCOMES]}
        tools={tools}
      />
      <Chip.Group multiple value={[...chosen]} onChange={(next) => change('tags', next.join(','))}>
        <Group gap={6} role="group" aria-label="Tags">
          {shown.map((tag) => (
            <Chip key={tag} value={tag} size="xs" disabled={!chosen.includes(tag) && !counts.has(tag)}>
              {tag} {counts.get(tag) ?? 0}
            </Chip>
          ))}
          {tags.length > SHOWN_TAGS && (
            <Button variant="subtle" size="compact-xs" onClick={() => setShowsAll(!showsAll)}>
              {showsAll ? 'Fewer tags' : `${tags.length - shown.length} more tags`}
            </Button>
          )}
        </Group>
      </Chip.Group>
    </Stack>
  );
}

const ORIGINS: FilterChoice<ScenarioFilterName> = {
  name: 'origin',
  label: 'Source',
  options: [
    { value: '', label: 'any source' },
    { value: 'shipped', label: 'of the library' },
    { value: 'own', label: 'my own' },
    { value: 'opened', label: 'opened' },
  ],
};

const OUTCOMES: FilterChoice<ScenarioFilterName> = {
  name: 'outcome',
  label: 'Result of the last run',
  options: [
    { value: '', label: 'any result' },
    { value: 'passed', label: 'passed' },
    { value: 'failed', label: 'failed' },
    { value: 'stopped', label: 'stopped' },
    { value: 'none', label: 'not run yet' },
  ],
};
