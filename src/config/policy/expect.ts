/** Reads `expect`: what every state of the organization must satisfy. */
import { type Address, keyIn, listOf } from '../../core/address.ts';
import { type Expectation, maxExpectedAdmins } from '../../core/expectation.ts';
import type { KindName } from '../../core/state.ts';
import type { ConfigurationDraft } from '../blocks/draft.ts';
import { lastAddressPart } from '../blocks/moved.ts';
import { checkValue, type FixedFields, mapOf, readFixed, scalarOf } from '../blocks/values.ts';
import { type ConfigurationNode, describeNode, type MapEntry, type ScalarNode } from '../yaml/node.ts';

const text = { is: 'text', min: 1, max: 500 } as const;

export const addressList = { is: 'list', compare: 'set', of: text } as const;

/** The keys of `expect`, except `readers` and `admins`. */
export const expectFields: FixedFields = {
  public: { type: addressList },
  urls: {
    type: {
      is: 'list',
      compare: 'set',
      of: { is: 'text', pattern: '^(/|https?://[^/?#]+)[^?#]*$', min: 1, max: 2_000 },
    },
  },
};

/** The keys of `admins`, except `atLeast`. */
export const adminFields: FixedFields = {
  among: { type: { is: 'list', compare: 'set', of: { is: 'text', min: 1, max: 200 }, min: 1 } },
};

/** `checked` is called after all resources are declared. */
export function readExpectations(draft: ConfigurationDraft, node: ConfigurationNode | undefined) {
  const { problems } = draft;
  const label = (key: string) => `expect: ${key}`;
  const read = node && readFixed(problems, node, 'expect', expectFields, label, ['readers', 'admins']);
  const nodes = read?.nodes ?? {};
  const span = read?.map.entries.find(({ key }) => key === 'public')?.keySpan;
  const sites = textsIn(nodes.public);
  const spaces = (nodes.readers && mapOf(problems, nodes.readers, 'expect: readers')?.entries) ?? [];
  return (): readonly Expectation[] => [
    ...(span === undefined ? [] : [{ of: 'public' as const, sites: addressesOf(draft, sites, ['site']), span }]),
    ...spaces.flatMap((entry) => readersOf(draft, entry)),
    ...(nodes.admins === undefined ? [] : adminsOf(draft, nodes.admins)),
    ...textsIn(nodes.urls).map((item) => ({ of: 'urls' as const, url: String(item.value), span: item.span })),
  ];
}

function textsIn(node: ConfigurationNode | undefined): readonly ScalarNode[] {
  const items = node?.is === 'list' ? node.items : [];
  return items.filter(
    (item) => item.is === 'scalar' && typeof item.value === 'string' && item.value !== '',
  ) as ScalarNode[];
}

function readersOf(draft: ConfigurationDraft, { key, keySpan, value }: MapEntry): readonly Expectation[] {
  const named = { is: 'scalar' as const, value: key, source: key, span: keySpan };
  const space = addressOf(draft, named, ['space']);
  const isList = checkValue(draft.problems, value, addressList, `expect: readers: ${key}`) !== undefined;
  if (!isList || space === undefined) return [];
  const who = addressesOf(draft, textsIn(value), ['team', 'member', 'site']);
  return [{ of: 'readers', space, who, span: keySpan }];
}

function adminsOf(draft: ConfigurationDraft, node: ConfigurationNode): readonly Expectation[] {
  const { problems } = draft;
  const label = (key: string) => `expect: admins: ${key}`;
  const read = readFixed(problems, node, 'expect: admins', adminFields, label, ['atLeast']);
  const spanOf = (key: string) => read?.map.entries.find((each) => each.key === key)?.keySpan ?? node.span;
  const number = read?.nodes.atLeast && atLeastOf(draft, read.nodes.atLeast);
  const patterns = read?.values.among as readonly string[] | undefined;
  return [
    ...(number === undefined ? [] : [{ of: 'atLeast' as const, number, span: spanOf('atLeast') }]),
    ...(patterns === undefined ? [] : [{ of: 'among' as const, patterns, span: spanOf('among') }]),
  ];
}

function atLeastOf({ problems }: ConfigurationDraft, node: ConfigurationNode): number | undefined {
  const scalar = scalarOf(problems, node, 'expect: admins: atLeast', 'a whole number');
  if (scalar === undefined) return undefined;
  const { value, span } = scalar;
  if (typeof value !== 'number' || !Number.isInteger(value))
    return problems.add('E-TYPE', span, {
      message: `expect: admins: atLeast must be a whole number, not ${describeNode(scalar)}`,
    });
  if (value >= 1 && value <= maxExpectedAdmins) return value;
  return problems.add('E-RANGE', span, { message: `expect: admins: atLeast must be from 1 to ${maxExpectedAdmins}` });
}

function addressesOf(draft: ConfigurationDraft, nodes: readonly ScalarNode[], kinds: readonly KindName[]) {
  return nodes.flatMap((node) => addressOf(draft, node, kinds) ?? []);
}

/** A declared resource, or an object of another configuration by its id. */
function addressOf(draft: ConfigurationDraft, node: ScalarNode, kinds: readonly KindName[]): Address | undefined {
  const { problems, at, scopes, shapes } = draft;
  const written = String(node.value);
  const part = lastAddressPart(draft, node);
  if (part !== undefined && kinds.includes(part.kind)) {
    if (keyIn(written).startsWith('id:')) return written;
    if (at.has(part.address)) {
      draft.named.push({ address: part.address, span: node.span });
      return part.address;
    }
    const near = problems.suggest(part.key, scopes.get(listOf(part.address))?.keys() ?? []);
    return problems.add('E-EXPECT-ADDRESS', node.span, {
      message: `${part.address} is not declared`,
      label: 'not declared',
      meant: near && `${listOf(part.address)}/${near}`,
      hint: 'declare the resource, also as `external`, or write its id, such as `sites/id:site_1`',
    });
  }
  const examples = kinds.map((kind) => `${shapes.get(kind)?.segment}/${kind === 'member' ? 'ana@acme.dev' : 'docs'}`);
  return problems.add('E-EXPECT-ADDRESS', node.span, {
    message: `invalid address "${written}"`,
    hint: `write an address such as ${examples.map((each) => `\`${each}\``).join(' or ')}`,
  });
}
