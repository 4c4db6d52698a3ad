/** The search of a list: typed text shows at once; the search starts when the typing pauses. */
import { CloseButton, TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';

const SETTLED_AFTER_MS = 250;

interface SearchBoxProps extends Pick<TextInputProps, 'className' | 'w'> {
  readonly label: string;
  readonly placeholder: string;
  readonly clearLabel?: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

export function SearchBox({ label, placeholder, clearLabel = 'Clear the search', ...props }: SearchBoxProps) {
  const { text, onChange, ...input } = props;
  const [typed, setTyped] = useState(text);
  // A value that was sent from here is older than what has been typed since; any other value came with an address.
  const sent = useRef(text);
  const settle = useDebouncedCallback((value: string) => {
    sent.current = value;
    onChange(value);
  }, SETTLED_AFTER_MS);
  useEffect(() => {
    if (text !== sent.current) setTyped(text);
    sent.current = text;
  }, [text]);
  const type = (value: string) => {
    setTyped(value);
    settle(value.trim());
  };
  return (
    <TextInput
      data-view-filter
      {...input}
      aria-label={label}
      placeholder={placeholder}
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={typed !== '' && <CloseButton size="xs" aria-label={clearLabel} onClick={() => type('')} />}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Escape' && type('')}
    />
  );
}
