/** Editable JSON as a form field, with its label and its error. */
import { Input } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { CodeView } from './code-view.tsx';

interface JsonFieldProps {
  readonly label: string;
  readonly description?: ReactNode;
  readonly value: string;
  readonly error: string | null;
  readonly maxHeight?: number;
  readonly onChange: (value: string) => void;
}

export function JsonField({ label, description, value, error, maxHeight = 320, onChange }: JsonFieldProps) {
  const id = useId();
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      description={description}
      error={error}
      errorProps={{ id: `${id}-error`, role: 'alert' }}
    >
      <CodeView value={value} language="json" label={label} maxHeight={maxHeight} onChange={onChange} />
    </Input.Wrapper>
  );
}

/** The browser's message why a text is not JSON; null if it is. */
export function jsonFault(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return error instanceof Error ? `This is not valid JSON: ${error.message}.` : 'This is not valid JSON.';
  }
}
