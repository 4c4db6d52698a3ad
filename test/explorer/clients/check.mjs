// The check of a trial: every end of a rebalance that the client acknowledged with 2xx is in its ledger, and each end
// once.
import { openControlPlane } from './lib/control-plane.mjs';
import { openHttp } from './lib/http.mjs';
import { readLedger } from './lib/ledger.mjs';

const ENDS = ['rebalance.complete', 'rebalance.failed', 'rebalance.cancelled'];

const http = openHttp();
const control = openControlPlane(http, process.env);
const deliveries = await control.deliveries();
const taken = deliveries.filter(({ type, status, test }) => ENDS.includes(type) && status === 'succeeded' && !test);
const ends = readLedger(process.env).filter(({ type }) => ENDS.includes(type));

const lost = taken.filter(
  ({ type, rebalance_id: id }) => !ends.some((entry) => entry.type === type && entry.rebalance === id),
);
const twice = ends.filter(({ rebalance }, index) => ends.findIndex((entry) => entry.rebalance === rebalance) < index);

for (const { type, rebalance_id: id } of lost) console.error(`${type} of ${id} was taken, and is not in the ledger`);
for (const { type, rebalance } of twice) console.error(`${type} of ${rebalance} is one end too many in the ledger`);
process.exitCode = lost.length + twice.length === 0 ? 0 : 1;
http.close();
