/** One of a few options side by side; the description explains the chosen one. */
import { Input, SegmentedControl } from '@mantine/core';

interface ChoiceFieldProps<Value extends string> {
  readonly label: string;
  /** Name of the options, if it differs from the label. */
  readonly 'aria-label'?: string;
  readonly choices: readonly { readonly value: Value; readonly label: string; readonly meaning: string }[];
  readonly value: Value;
  readonly error?: string | null;
  readonly onChange: (value: Value) => void;
}

export function ChoiceField<Value extends string>({ label, choices, error, ...input }: ChoiceFieldProps<Value>) {
  const chosen = choices.find(({ value }) => value === input.value);
  return (
    <Input.Wrapper label={label} description={chosen?.meaning} error={error}>
      <SegmentedControl<Value> fullWidth mt="xs" aria-label={label} data={[...choices]} {...input} />
    </Input.Wrapper>
  );
}
