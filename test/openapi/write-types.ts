/** Generates the types of requests and responses again: `node test/openapi/write-types.ts`. */
import { startBallast, stopAll } from '../support/start-ballast.ts';
import { writeTypes } from './generate-types.ts';

const { ballast } = await startBallast();
await writeTypes(new URL(ballast.baseUrl).origin);
await stopAll();
