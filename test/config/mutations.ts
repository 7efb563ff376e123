/** Copies of a configuration with one change: a replaced value, or a removed, renamed or added key. */

export interface Mutation {
  readonly what: string;
  readonly result: unknown;
}

/** Values of every type, valid in some places and invalid in others. */
const odd: readonly unknown[] = [
  null,
  true,
  0,
  1.5,
  -3,
  2_000_000,
  '',
  'x',
  'admin',
  'owned',
  'a/b',
  'home',
  'not an id',
  'select:multi',
  'https://acme.dev/x',
  'ana@acme.dev',
  'é'.repeat(70),
  '😀'.repeat(50),
  'a'.repeat(300),
  [],
  ['x'],
  ['x', 'x'],
  [1],
  {},
  { file: 'x.pem' },
  { site: 'docs' },
  { unknown: 1 },
  { title: 'Title' },
  { role: 'read' },
  [{ space: 'home' }],
  [{ section: 'x', title: 'X' }, { space: 'home' }],
];

const oddKeys = [
  'unknown',
  'id',
  'default',
  'order',
  'file',
  'enum',
  'constructor',
  'a/b',
  '',
  'x y',
  'unsigned',
  'members',
  '2026',
];

type Path = readonly (string | number)[];

export function mutations(base: unknown): readonly Mutation[] {
  return pathsIn(base).flatMap((path) => {
    const at = path.join('.');
    const value = valueAt(base, path);
    const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
    return [
      ...odd.map((other) => ({
        what: `${at} = ${JSON.stringify(other)?.slice(0, 40)}`,
        result: changed(base, path, () => other),
      })),
      ...(path.length === 0 ? [] : [{ what: `${at} dropped`, result: dropped(base, path) }]),
      ...(isMap
        ? oddKeys.map((key) => ({
            what: `${at} with "${key}"`,
            result: changed(base, path, (map) => ({ ...(map as object), [key]: 'x' })),
          }))
        : []),
    ];
  });
}

function pathsIn(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => pathsIn(inner, [...path, key]))].filter(
    (each) => each.length > 0,
  );
}

function valueAt(base: unknown, path: Path): unknown {
  return path.reduce((value, key) => (value as { readonly [key: string]: unknown })[key], base);
}

function changed(base: unknown, path: Path, change: (value: unknown) => unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return change(base);
  const copy = Array.isArray(base) ? [...base] : { ...(base as object) };
  return Object.assign(copy, { [key]: changed((base as { readonly [key: string]: unknown })[key], rest, change) });
}

function dropped(base: unknown, path: Path): unknown {
  const last = path.at(-1) ?? '';
  return changed(base, path.slice(0, -1), (parent) =>
    Array.isArray(parent)
      ? parent.filter((_, index) => String(index) !== String(last))
      : Object.fromEntries(Object.entries(parent as object).filter(([key]) => key !== last)),
  );
}
