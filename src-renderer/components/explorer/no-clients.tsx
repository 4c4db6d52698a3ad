/** Explains that this server runs no clients, and what does. */
import { Code } from '@mantine/core';
import { Notice } from '../feedback/notice.tsx';

export const NO_CLIENTS = (
  <Notice tone="warn">
    <strong>This server does not run clients.</strong> Use the server of <Code>npx ballast app</Code>, or{' '}
    <Code>npx ballast explore</Code> on the command line.
  </Notice>
);
