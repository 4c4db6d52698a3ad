/**
 * Chooses from a list by typing. Enter and Tab take the highlighted match, or the only one, and Enter never submits the
 * form while the list is open. A text without a choice stays, with an issue, and the form is not submitted.
 */
import { MultiSelect, type MultiSelectProps, Select, type SelectProps } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { unreadMark, whenReleased } from './unread-field.ts';

type Picked = 'searchValue' | 'defaultSearchValue' | 'selectFirstOptionOnChange' | 'onInput' | 'onKeyDownCapture';

export function PickOne({ error, onSearchChange, ...input }: Omit<SelectProps, Picked>) {
  const { issue, props } = usePicking(onSearchChange);
  return <Select {...input} {...props} error={issue ?? error} />;
}

export function PickMany({ error, onSearchChange, ...input }: Omit<MultiSelectProps, Picked>) {
  const { issue, props } = usePicking(onSearchChange);
  return <MultiSelect {...input} {...props} error={issue ?? error} />;
}

function usePicking(onSearchChange: ((text: string) => void) | undefined) {
  const [text, setText] = useState('');
  /** Text typed since the last choice. */
  const [typed, setTyped] = useState('');
  const [isFound, setFound] = useState(true);
  const isTyping = useRef(false);
  const isLeaving = useRef(false);
  const isOpen = typed.trim() !== '';
  const onKeyDownCapture = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || !isPlain(event)) return;
    const list = listOf(event.currentTarget);
    if (event.key === 'Enter' && (isOpen || list !== null)) {
      event.preventDefault();
      event.stopPropagation();
    } else if (event.key !== 'Tab' || !isOpen) return;
    const match = matchOf(list, isOpen);
    if (match === null) setFound(!isOpen);
    else match.click();
  };
  return {
    issue: isOpen && !isFound ? `Nothing is chosen for “${typed.trim()}”. Choose a match, or clear the text.` : null,
    props: {
      searchValue: text,
      selectFirstOptionOnChange: isOpen,
      ...unreadMark(isOpen),
      onInput: () => {
        isTyping.current = true;
      },
      onSearchChange: (changed: string) => {
        // When the focus leaves the field, the text would be lost.
        const isTextRetained = isLeaving.current;
        isLeaving.current = false;
        if (isTextRetained) return;
        setTyped(isTyping.current ? changed : '');
        isTyping.current = false;
        setFound(true);
        setText(changed);
        onSearchChange?.(changed);
      },
      onKeyDownCapture,
      onBlurCapture: () => {
        isLeaving.current = isOpen;
        whenReleased(() => setFound(!isOpen));
      },
    },
  };
}

function isPlain({ altKey, ctrlKey, metaKey, shiftKey, key }: KeyboardEvent): boolean {
  return !altKey && !ctrlKey && !metaKey && (!shiftKey || key === 'Tab');
}

function listOf(input: HTMLInputElement): HTMLElement | null {
  return document.getElementById(input.getAttribute('aria-controls') ?? '');
}

/** `isTyped`: the only option counts as the match. */
function matchOf(list: HTMLElement | null, isTyped: boolean): HTMLElement | null {
  const options = list?.querySelectorAll<HTMLElement>('[data-combobox-option]:not([data-combobox-disabled])') ?? [];
  const highlighted = [...options].find((option) => option.hasAttribute('data-combobox-selected'));
  return highlighted ?? (isTyped && options.length === 1 ? (options[0] ?? null) : null);
}
