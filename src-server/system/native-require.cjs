/** `require` as Node itself does it, past the sandbox of a test runner: of the context in which Node's own code runs. */
const { createRequire } = require('node:module');
const { runInThisContext } = require('node:vm');

exports.nativeRequire = (filename) => {
  const host = runInThisContext('process');
  return (host.getBuiltinModule?.('node:module').createRequire ?? createRequire)(filename);
};
