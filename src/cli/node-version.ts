/** Refuses versions of Node that lack functions which docform uses, before the program is loaded. */

const [major, minor] = [20, 19];

/** Undefined: the version is supported. */
export function unsupportedNode(version: string): string | undefined {
  const [ownMajor = 0, ownMinor = 0] = version.split('.').map(Number);
  if (ownMajor > major || (ownMajor === major && ownMinor >= minor)) return undefined;
  return `error: docform needs Node.js ${major}.${minor} or later, and this is ${version}\n`;
}
