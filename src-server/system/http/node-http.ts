/**
 * Node's HTTP modules, loaded by `require`. Importing them by name reads every name that they export, and that loads
 * the browser's `fetch` and `WebSocket`: 35 ms of every start.
 */
import { createRequire } from 'node:module';

const nodeRequire = createRequire(import.meta.url);

export const { Agent, createServer, request } = nodeRequire('node:http') as typeof import('node:http');
export const https = nodeRequire('node:https') as typeof import('node:https');
export const tls = nodeRequire('node:tls') as typeof import('node:tls');
