/** Loaded by Node's own `require`, so that this `import()` is Node's own, too (native-import.ts). */
exports.nativeImport = (url) => import(url);
