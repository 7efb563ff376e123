/** Functions of Node.js 22 that gitlab-ci-local calls, for the supported Node.js 20. */
const missing = {
  union(other) {
    return new Set([...this, ...other.keys()]);
  },
  intersection(other) {
    return new Set([...this].filter((each) => other.has(each)));
  },
  difference(other) {
    return new Set([...this].filter((each) => !other.has(each)));
  },
  isSubsetOf(other) {
    return [...this].every((each) => other.has(each));
  },
};

for (const [name, value] of Object.entries(missing))
  if (!(name in Set.prototype)) Object.defineProperty(Set.prototype, name, { value, configurable: true, writable: true });
