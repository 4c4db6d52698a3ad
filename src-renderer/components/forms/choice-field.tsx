/** One of a few choices side by side; the description says what the chosen one means. */
import { Input, SegmentedControl } from '@mantine/core';

interface ChoiceFieldProps<Value extends string> {
  readonly label: string;
  /** Of the choices, where it is not the label. */
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
      <SegmentedControl<Value> fullWidth mt={4} aria-label={label} data={[...choices]} {...input} />
    </Input.Wrapper>
  );
}
