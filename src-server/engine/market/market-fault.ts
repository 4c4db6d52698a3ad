/** Faults of the market, for those who read them through the engine. */
export { faultStatus, type MarketFault } from '../../market/faults/fault.ts';
