/** A date and a time in virtual UTC as text, `2026-03-02 09:30`: the same in every browser, whatever its language. */
import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { instantFault } from './virtual-instant.ts';

export function InstantInput({
  value,
  error,
  onBlur,
  onChange,
  ...input
}: TextInputProps & { readonly value: string }) {
  const [wasLeft, setWasLeft] = useState(false);
  const fault = wasLeft ? instantFault(value) : null;
  return (
    <TextInput
      placeholder="2026-03-02 09:30"
      autoComplete="off"
      spellCheck={false}
      {...input}
      value={value}
      error={fault ?? error}
      onBlur={(event) => {
        setWasLeft(true);
        onBlur?.(event);
      }}
      onChange={(event) => {
        setWasLeft(false);
        onChange?.(event);
      }}
    />
  );
}
