/** The kinds of faults as one group of radio buttons, each with its plain sentence; arrow keys move between them. */
import { Box, Text, VisuallyHidden } from '@mantine/core';
import classes from '../forms/market-forms.module.css';

interface FaultKindPickerProps<Kind extends string> {
  readonly groups: readonly { readonly title: string; readonly kinds: readonly Kind[] }[];
  readonly words: Readonly<Record<Kind, { readonly label: string; readonly sentence: string }>>;
  readonly value: Kind;
  readonly onChange: (kind: Kind) => void;
}

export function FaultKindPicker<Kind extends string>({
  groups,
  words: labels,
  value,
  onChange,
}: FaultKindPickerProps<Kind>) {
  return (
    <Box component="fieldset" flex={1}>
      <legend className={VisuallyHidden.classes.root}>Kind of fault</legend>
      {groups.map(({ title, kinds }, index) => (
        <div key={title}>
          <Text c="dimmed" fz="xs" p="2px 8px" pt={index === 0 ? 0 : 'md'}>
            {title}
          </Text>
          {kinds.map((kind) => (
            <label key={kind} className={classes.faultKind} data-chosen={kind === value ? '' : undefined}>
              <input
                type="radio"
                name="fault-kind"
                checked={kind === value}
                onChange={() => onChange(kind)}
                data-autofocus={kind === value ? '' : undefined}
              />
              <span>
                <strong>{labels[kind].label}</strong>
                <span>{labels[kind].sentence}</span>
              </span>
            </label>
          ))}
        </div>
      ))}
    </Box>
  );
}
