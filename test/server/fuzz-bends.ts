/** Mutations of requests: body, path, query, method and token. */
import fc, { type Arbitrary } from 'fast-check';
import type { RawRequest } from './fuzz-plan.ts';
import type { Known } from './known.ts';

export interface Bend {
  readonly place: 'value' | 'text' | 'path' | 'query' | 'method' | 'token';
  /** Both are taken modulo the number of choices. */
  readonly part: number;
  readonly how: number;
}

const place = fc.oneof(
  { weight: 8, arbitrary: fc.constant('value' as const) },
  { weight: 3, arbitrary: fc.constant('text' as const) },
  { weight: 4, arbitrary: fc.constant('path' as const) },
  { weight: 4, arbitrary: fc.constant('query' as const) },
  { weight: 1, arbitrary: fc.constant('method' as const) },
  { weight: 1, arbitrary: fc.constant('token' as const) },
);

export const bends: Arbitrary<Bend> = fc.record({ place, part: fc.nat({ max: 10_000 }), how: fc.nat({ max: 10_000 }) });

function nested(levels: number): string {
  return `${'['.repeat(levels)}${']'.repeat(levels)}`;
}

/** JSON values of unexpected types. */
const oddValues: readonly string[] = [
  ...[
    'null',
    'true',
    'false',
    '0',
    '-0',
    '-1',
    '0.5',
    '1e999',
    '-1e999',
    '9007199254740993',
    '""',
    '" "',
    '[]',
    '{}',
    '[[]]',
    '[null]',
  ],
  ...[
    '"\\ud800"',
    '"\\u0000"',
    '"a\\u0000b"',
    '"\\u202e"',
    '"NaN"',
    '"../../x"',
    '"constructor"',
    '"__proto__"',
    '"toString"',
    '"null"',
  ],
  ...[
    '{"__proto__":{"role":"admin"}}',
    '{"constructor":{"prototype":{}}}',
    '{"toString":1,"valueOf":1}',
    '{"length":3}',
  ],
  ...[
    '"%00"',
    '"https://"',
    '"javascript:alert(1)"',
    '"2024-13-45T99:99:99Z"',
    '"0000-01-01T00:00:00Z"',
    '"\'; DROP TABLE objects; --"',
  ],
  ...[nested(30), nested(20_000), `"${'x'.repeat(300)}"`, `"${'é'.repeat(70_000)}"`, `[${'"a",'.repeat(300)}"a"]`],
];

const oddParts: readonly string[] = [
  ...[
    '',
    'unknown',
    '%zz',
    '%',
    '%00',
    '%2F',
    '%2e%2e',
    'constructor',
    '__proto__',
    'toString',
    'hasOwnProperty',
    '%ED%A0%80',
    '%FF',
  ],
  ...[
    'x'.repeat(3000),
    'a%20b',
    "'",
    '%22',
    ';',
    '*',
    '{id}',
    'null',
    'undefined',
    'latest',
    'inv_123',
    '1',
    '-1',
    'é',
    '%F0%9F%9A%80',
  ],
];

const oddQueries: readonly string[] = [
  ...[
    'limit=-1',
    'limit=1001',
    'limit=0',
    'limit=0.5',
    'limit=1e3',
    'limit=',
    'limit=NaN',
    'limit=10&limit=10',
    'limit=%31',
    'limit=+5',
  ],
  ...[
    'page=',
    'page=x',
    'page=%00',
    'page=eyJhIjoxfQ',
    'page=-1',
    `page=${'9'.repeat(400)}`,
    'page=1&page=2',
    'page=null',
    'page=0',
  ],
  ...[
    'unknown=1',
    '__proto__=1',
    'constructor=1',
    'toString=1',
    '=',
    '&&&',
    '%zz',
    '%',
    'a=%ff',
    'order=sideways',
    'format=pdf',
  ],
  ...[
    'nested=maybe',
    'authors=',
    'authors=a&authors=a',
    'title=',
    `title=${'x'.repeat(5000)}`,
    'shareKey=',
    'query=%00',
    'status=OK',
  ],
];

const oddMethods = ['HEAD', 'OPTIONS', 'PROPFIND', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'Patch', 'X'.repeat(40)];

const oddTokens: readonly ((token: string) => string | undefined)[] = [
  () => undefined,
  () => '',
  () => 'Bearer',
  () => 'Bearer ',
  () => 'Bearer wrong',
  (token) => `${token}x`,
  (token) => token.replace('Bearer', 'Basic'),
  (token) => token.replace('Bearer', 'bearer  '),
  () => `Bearer ${'x'.repeat(9000)}`,
];

const textBends: readonly ((text: string) => string)[] = [
  () => '',
  () => ' ',
  () => 'null',
  () => '7',
  () => '[]',
  () => '"text"',
  () => '{"a":',
  () => nested(100_000),
  (text) => text.slice(0, Math.floor(text.length / 2)),
  (text) => `\ufeff${text}`,
  (text) => `${text}${text}`,
  (text) => `${text},`,
  (text) => `\n\t ${text}\n`,
  (text) => text.replaceAll('"', "'"),
  (text) => text.replace(/"/, '"\\ud83d'),
  (text) => text.replace(/:/, ':1e999,"a":'),
  (text) => text.replace(/:/, ':NaN,"a":'),
  (text) => text.replace(/^\{/, `{${/^\{("[^"]*":)/.exec(text)?.[1] ?? '"a":'}null,`),
  (text) => text.replace(/^\{/, '{"__proto__":{"isAdmin":true},"constructor":{"name":"x"},'),
  (text) => text.replace(/\}$/, ',"__proto__":null}'),
];

function at<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T;
}

export function bent(request: RawRequest, { place, part, how }: Bend, known: Known): RawRequest {
  switch (place) {
    case 'value':
      return { ...request, body: bentValue(request.body ?? '{}', part, how) };
    case 'text':
      return { ...request, body: at(textBends, how)(request.body ?? '{}') };
    case 'path':
      return { ...request, path: bentPath(request.path, part, how, known) };
    case 'query':
      return { ...request, search: [request.search, at(oddQueries, how)].filter((text) => text !== '').join('&') };
    case 'method':
      return { ...request, method: at(oddMethods, how) };
    case 'token':
      return { ...request, authorization: at(oddTokens, how)(request.authorization ?? '') };
  }
}

/** Replaces, removes, renames or duplicates one value of the body, or adds another. */
function bentValue(text: string, part: number, how: number): string {
  let values: number;
  try {
    values = 0;
    JSON.parse(text, (_, value) => {
      values += 1;
      return value as unknown;
    });
  } catch {
    return text;
  }
  // The replacement is inserted as text, because JavaScript values cannot express all of them: 1e999, a lone surrogate.
  const mark = `\u2063${part}\u2063`;
  let count = 0;
  const target = part % values;
  const action = how % 4;
  const marked = JSON.parse(text, (_, value) => {
    count += 1;
    if (count - 1 !== target) return value as unknown;
    if (action === 3) return undefined;
    return action === 2 && typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { ...value, [`${part}`]: mark }
      : mark;
  }) as unknown;
  return (JSON.stringify(marked) ?? '').replaceAll(JSON.stringify(mark), at(oddValues, Math.floor(how / 4)));
}

function bentPath(path: string, part: number, how: number, known: Known): string {
  const parts = path.split('/');
  const index = 1 + (part % (parts.length - 1));
  const put = (text: string): string => parts.with(index, text).join('/');
  switch (how % 6) {
    case 0:
      return `${path}/`;
    case 1:
      return parts.toSpliced(index, 0, '').join('/');
    case 2:
      return parts.toSpliced(index, 1).join('/');
    case 3: {
      const ids = [...known.ids.values()].flat();
      return put(encodeURIComponent(at(ids, Math.floor(how / 6)) ?? 'none'));
    }
    default:
      return put(at(oddParts, Math.floor(how / 6)));
  }
}
