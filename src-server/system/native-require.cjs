/** Node's own `require`, without the sandbox of a test runner: from the context in which Node's own code runs. */
const { createRequire } = require('node:module');
const { runInThisContext } = require('node:vm');

exports.nativeRequire = (filename) => {
  const host = runInThisContext('process');
  return (host.getBuiltinModule?.('node:module').createRequire ?? createRequire)(filename);
};
