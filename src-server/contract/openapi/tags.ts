/** The groups in which the documents show operations. */
export const TAGS: Readonly<Record<string, string>> = {
  Portfolios: 'Portfolios with their holdings and targets.',
  Rebalances: 'Plans and their execution.',
  Compliance: 'Records of executions.',
  Prices: 'Prices across exchanges.',
  World: 'The run and its world.',
  Worlds: 'Many worlds on one server, each at addresses of its own.',
  Clock: 'Virtual time.',
  Accounts: 'Accounts, tiers and API keys.',
  Market: 'Instruments, prices and what is laid over them.',
  Exchanges: 'Exchanges, their lines and settings.',
  Faults: 'What can be broken on purpose.',
  Webhooks: 'Endpoints that receive events.',
  Records: 'What happened, and what was sent.',
  Scenarios: 'Scenarios of a folder, and what came of playing them beside the world.',
  Lab: 'Policies compared over years on the same paths of prices, beside the world.',
  Documentation: 'What you are reading.',
};
