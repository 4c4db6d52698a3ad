/** Gives a Node process the `parentPort` of Electron's utility processes. Loaded before the server's script. */

import { EventEmitter } from 'node:events';

const port = new EventEmitter();
process.on('message', (data) => port.emit('message', { data }));
Object.assign(process, {
  parentPort: Object.assign(port, { postMessage: (message: unknown) => process.send?.(message) }),
});
