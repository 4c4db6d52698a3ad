/** A number that a form stores within a longer text, such as the 30 of `open+30m`. Typed text stays unchanged. */
import { useState } from 'react';
import type { NumberText } from '../forms/number-text.ts';

/** `read` extracts the number from the text; a text that `write` has just made from a typed number is not read back. */
export function useNumberInText(
  text: string,
  onText: (text: string) => void,
  { read, write }: { readonly read: (text: string) => NumberText; readonly write: (number: NumberText) => string },
): readonly [value: NumberText, onChange: (number: NumberText) => void] {
  const [typed, setTyped] = useState<{ readonly number: NumberText; readonly text: string } | null>(null);
  const value = typed !== null && typed.text === text ? typed.number : read(text);
  const onChange = (number: NumberText) => {
    const written = write(number);
    setTyped({ number, text: written });
    onText(written);
  };
  return [value, onChange];
}
