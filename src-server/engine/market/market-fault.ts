/** Market faults, for rooms that import them through the engine. */
export { faultStatus, type MarketFault } from '../../market/faults/fault.ts';
