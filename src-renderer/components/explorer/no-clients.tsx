/** Explains that this server runs no clients, and how to start one that does. */
import { Code } from '@mantine/core';
import { Notice } from '../feedback/notice.tsx';

export const NO_CLIENTS = (
  <Notice tone="warn">
    <strong>This server does not run clients.</strong> Start it with <Code>npx ballast serve --allow-commands</Code>, or
    run <Code>npx ballast explore</Code> on the command line.
  </Notice>
);
