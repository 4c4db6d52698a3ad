/** The filters of the library: tags, all of which a scenario must have, and the origin of its file. */
import type { ListedScenario } from '../../../../src-server/contract/control/scenarios/scenario-runs.ts';

const NAMES = ['tags', 'origin', 'outcome'] as const;
export type ScenarioFilterName = (typeof NAMES)[number];
export type ScenarioFilters = Readonly<Partial<Record<ScenarioFilterName, string>>>;

/** Omits empty parameters. */
export function scenarioFiltersIn(search: URLSearchParams): ScenarioFilters {
  const pairs = NAMES.map((name) => [name, search.get(name) ?? ''] as const);
  return Object.fromEntries(pairs.filter(([, value]) => value !== ''));
}

export function matchesScenarioFilters(
  { tags, origin, last_run: run }: Pick<ListedScenario, 'tags' | 'origin' | 'last_run'>,
  filters: ScenarioFilters,
): boolean {
  if (filters.origin !== undefined && filters.origin !== origin) return false;
  if (filters.outcome !== undefined && filters.outcome !== (run?.status ?? 'none')) return false;
  return tagsIn(filters).every((tag) => tags.includes(tag));
}

export function tagsIn({ tags = '' }: ScenarioFilters): readonly string[] {
  return tags === '' ? [] : tags.split(',');
}

/** The tags of these scenarios, the most frequent first; ties by name. */
export function countTags(scenarios: readonly Pick<ListedScenario, 'tags'>[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const tag of scenarios.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].sort(([one, few], [other, many]) => many - few || one.localeCompare(other, 'en'));
}
