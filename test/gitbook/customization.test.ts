/** The branding of sites: every value is sent as GitBook publishes it, and what docform does not know stays. */
import { describe, expect, test } from 'vitest';
import type { Value } from '../../src/core/state.ts';
import type { FieldType } from '../../src/kinds/field.ts';
import { kindsOfDialect } from '../../src/kinds/index.ts';
import { customizationBody } from './customization-body.ts';
import { publishedDocument } from './published-documents.ts';

/** All values of a choice, and one long and one short value of everything else. */
function samples(type: FieldType): readonly Value[] {
  switch (type.is) {
    case 'text': {
      if (type.format === 'uri') return ['https://acme.dev/x'];
      if (type.format === 'color') return ['#abc', '#346DDB'];
      if (type.format === 'emoji') return ['📘'];
      return ['x'.repeat(type.min ?? 1), 'x'.repeat(type.max ?? 100)];
    }
    case 'choice':
      return type.values;
    case 'boolean':
      return [true, false];
    case 'texts':
      return [{}, { de: 'x'.repeat(type.max), 'pt-br': 'x' }];
    case 'list': {
      const items = samples(type.of);
      return [[], items.slice(0, type.max)];
    }
    case 'record':
      return recordSamples(type);
    default:
      throw new Error(`no samples of ${type.is}`);
  }
}

function recordSamples({ members, short, isOneOf }: Extract<FieldType, { is: 'record' }>): readonly Value[] {
  const all = Object.entries(members);
  const record = (some: typeof all): Value =>
    Object.fromEntries(some.map(([name, { type }]) => [name, samples(type).at(-1) ?? null]));
  const isTarget = all.length > 0 && all.every(([, { required }]) => !required) && 'url' in members;
  if (isOneOf || isTarget) return all.map((one) => record([one]));
  const shown = short === undefined ? [] : samples(members[short[0] ?? '']?.type ?? { is: 'boolean' });
  return [...shown, record(all.filter(([, { required }]) => required)), record(all)];
}

const paths = {
  customization: ['PUT', '/v1/orgs/o1/sites/s1/customization'],
  'site-space-customization': ['PATCH', '/v1/orgs/o1/sites/s1/site-spaces/ss1/customization'],
} as const;

function bodyOf(kind: keyof typeof paths, fields: { readonly [name: string]: Value }, basis: object): unknown {
  const [call] =
    kindsOfDialect('gitbook')
      .get(kind)
      ?.update?.({
        organization: 'o1',
        address: 'sites/docs/customization',
        id: '',
        fields,
        passthrough: {},
        basis,
        up: () => 'x1',
        companions: [],
      }) ?? [];
  return call?.body;
}

const fields = (['customization', 'site-space-customization'] as const).flatMap((kind) =>
  Object.entries(kindsOfDialect('gitbook').get(kind)?.fields ?? {}).map(([name, field]) => ({ kind, name, field })),
);

describe('requests', () => {
  test.each(fields)('$kind: every value of $name is sent as published', ({ kind, name, field }) => {
    const [method, path] = paths[kind];
    const values = [...samples(field.type), ...(field.clearable ? [null] : [])];
    expect(values.length).toBeGreaterThan(0);
    const problems = values.flatMap((value) => {
      const body = bodyOf(kind, { [name]: value }, customizationBody);
      return publishedDocument('0.202').requestProblem(method, path, body) ?? [];
    });
    expect(problems).toEqual([]);
  });

  test('settings that docform does not know stay as they are, also in links with the same title', () => {
    const basis = {
      ...customizationBody,
      updatedAt: '2026-01-01T00:00:00Z',
      future: { mode: 'on' },
      styling: { ...customizationBody.styling, glow: 3 },
      header: { preset: 'bold', links: [{ title: 'Status', to: null, links: [], badge: 'new' }, { title: 'Old' }] },
      announcement: { ...customizationBody.announcement, until: '2027-01-01' },
    };
    const body = bodyOf(
      'customization',
      {
        theme: 'clean',
        headerLinks: [{ title: 'Status', to: 'https://acme.dev' }, { title: 'New' }],
        announcement: { message: 'Hello' },
      },
      basis,
    );
    const { updatedAt: _, ...kept } = basis;
    expect(body).toEqual({
      ...kept,
      styling: { ...basis.styling, theme: 'clean' },
      header: {
        preset: 'bold',
        links: [
          {
            title: 'Status',
            to: { kind: 'url', url: 'https://acme.dev' },
            style: 'link',
            links: [],
            badge: 'new',
          },
          { title: 'New', to: null, style: 'link', links: [] },
        ],
      },
      announcement: { message: 'Hello', style: 'info', enabled: true, until: '2027-01-01' },
    });
  });
});
