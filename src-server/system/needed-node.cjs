/**
 * The lowest Node that Ballast runs in, checked before anything native is loaded: SQLite is built for Node-API 10, and
 * an older Node that loads it ends with a segmentation fault and no message. Written for any Node since 12, because old
 * versions have to read it.
 */
const NODE_API = 10;

exports.NEEDED_NODE = '22.14';
/** Odd releases end early and get Node-API later: 23.0 to 23.5 have an older one. */
exports.NEEDED_NODE_23 = '23.6';

/** Returns one line for a Node that is too old, otherwise null. `who` needs the newer one. */
exports.refuseOldNode = (who) => {
  if (Number(process.versions.napi) >= NODE_API) return null;
  const needed = `Node ${exports.NEEDED_NODE} or newer (of Node 23: ${exports.NEEDED_NODE_23})`;
  return `${who} needs ${needed}; this is Node ${process.versions.node}.`;
};
