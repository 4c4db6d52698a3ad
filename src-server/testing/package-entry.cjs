/**
 * The entry of `require('ballast/testing')` and `import 'ballast/testing'`: the build, or in a checkout without one its
 * sources, which Node runs as they are. CommonJS, because every test runner can load that; names are written out,
 * because that is how Node finds them for `import`. Rejects an old Node with one line, before the server or SQLite is
 * loaded.
 */

const { existsSync } = require('node:fs');
const { join } = require('node:path');
const { nativeRequire } = require('../system/native-require.cjs');
const { refuseOldNode } = require('../system/needed-node.cjs');

const oldNode = refuseOldNode('ballast/testing');
if (oldNode !== null) throw new Error(oldNode);

const testing = load();
exports.startBallast = testing.startBallast;
exports.connectBallast = testing.connectBallast;
exports.playScenario = testing.playScenario;
exports.exploreClient = testing.exploreClient;
exports.BallastArgumentError = testing.BallastArgumentError;
exports.BallastError = testing.BallastError;
exports.BallastExplorationError = testing.BallastExplorationError;
exports.BallastRequestError = testing.BallastRequestError;
exports.BallastScenarioError = testing.BallastScenarioError;
exports.BallastStartError = testing.BallastStartError;
exports.BallastStoppedError = testing.BallastStoppedError;
exports.BallastUnmetError = testing.BallastUnmetError;
exports.BallastVerificationError = testing.BallastVerificationError;
exports.BallastWaitError = testing.BallastWaitError;

function load() {
  const root = join(__dirname, '..', '..');
  const built = join(root, 'out/server/testing.cjs');
  if (existsSync(built)) return require(built);
  try {
    // A test runner could not load TypeScript from here.
    return nativeRequire(__filename)('./testing.ts');
  } catch (error) {
    throw new Error(`ballast/testing is not built: run "npm ci && npm run build" in ${root} (${error.code ?? error})`);
  }
}
