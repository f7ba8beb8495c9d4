// The first import of each command: on an older Node, other modules fail while they load (before 18.3 the commands themselves).

/**
 * True for the versions of Node in package.json.
 * @param {string} version
 */
export function isSupported(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
}

if (!isSupported(process.versions.node)) {
  const range = "24 (20.19 or a later 20, or 22.12 or newer, will do)";
  process.stderr.write(`Lyceum needs Node.js ${range}. This is ${process.versions.node}.\n`);
  process.exit(1);
}
