/** Which figure of a sweep is looked at; its place is the address. */

import { Select } from '@mantine/core';
import { useNavigate } from 'react-router';
import type { Schemas } from '../../../api/api-client.ts';
import { paths } from '../../../paths.ts';
import { figureTitle } from './format-figure.ts';

export function FigurePicker({ sweep }: { readonly sweep: Schemas['Sweep'] }) {
  const { figures, figure, file, sweep_id: id } = sweep;
  const navigate = useNavigate();
  const differ = figures.filter(({ min, max }) => min !== max);
  const same = figures.filter(({ min, max }) => min === max);
  const option = ({ name }: { readonly name: string }) => ({ value: name, label: figureTitle(name) });
  return (
    <Select
      size="xs"
      w={240}
      searchable
      aria-label="What is drawn"
      data={[
        { group: 'Differ from run to run', items: differ.map(option) },
        { group: 'The same in all runs', items: same.map(option) },
      ]}
      value={figure?.name ?? null}
      allowDeselect={false}
      onChange={(name) => name !== null && navigate(paths.sweep(file, id, name), { replace: true })}
    />
  );
}
