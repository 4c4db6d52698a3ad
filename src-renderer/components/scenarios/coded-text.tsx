/** A plain text in which backquotes mark code, as in the descriptions of scenario files. */
import { Code } from '@mantine/core';
import { createElement, Fragment } from 'react';

/** Parts alternate: text, code, text. Their places are fixed, so they need no keys. */
export function CodedText({ text }: { readonly text: string }) {
  const parts = text.split(/`([^`]+)`/);
  return createElement(Fragment, null, ...parts.map((part, index) => (index % 2 === 1 ? <Code>{part}</Code> : part)));
}
