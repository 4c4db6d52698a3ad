/**
 * Node's modules of HTTP, required. Their import by name reads every name that they export, and among these are the
 * browser's `fetch` and `WebSocket`, which are loaded by that: 35 ms of every start.
 */
import { createRequire } from 'node:module';

const nodeRequire = createRequire(import.meta.url);

export const { Agent, createServer, request } = nodeRequire('node:http') as typeof import('node:http');
export const https = nodeRequire('node:https') as typeof import('node:https');
export const tls = nodeRequire('node:tls') as typeof import('node:tls');
