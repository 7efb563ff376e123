/** Outlines as people write them: hostile words, texts of several lines, shorthands, and omitted defaults. */
import type { Draw, Keyed } from '../laws/draw.ts';
import { drawOutline, drawPair, type Outline } from '../laws/outline.ts';

export type Data = { readonly [key: string]: unknown };

const words = [
  ...[
    '',
    ' a: b',
    ' # x',
    " it's",
    ' "so"',
    ' $${vars.x}',
    ' - x',
    ' [y]',
    ' é, ü',
    ' {z',
    ' true',
    ' 1.50',
    ' | >',
    ' & *',
    ' \\ \t.',
  ],
];
const paragraphs = [
  'short',
  'two\nlines',
  'ends\n',
  '  indented\n\nempty',
  '# no comment',
  "it's: so\n- x\n",
  'a\n\n\n',
];
/** Values that look like another type, by the value that they replace. */
const odd: { readonly [value: string]: unknown } = {
  one: '3',
  two: 'null',
  three: 'yes',
  7: 3,
  8: 4.5,
  9: -1,
  '1f4d8': '1234',
  '1f4d9': '1e10',
};

/** The replacement of each word, so that texts that are equal in the outline are equal here too. */
type Spoken = Map<string, string>;

const isData = (value: unknown): value is Data => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Unique, because it starts with a unique title. */
function spokenTitle(draw: Draw, spoken: Spoken, title: string): string {
  const said = spoken.get(title) ?? `${title.slice(0, 30)}${draw.pick(words)}`;
  spoken.set(title, said);
  return said;
}

function spokenText(draw: Draw, spoken: Spoken, text: string): string {
  const said = (draw.chance(60) ? spoken.get(text) : undefined) ?? draw.pick(paragraphs);
  spoken.set(text, said);
  return said;
}

function written(draw: Draw, spoken: Spoken, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => written(draw, spoken, each));
  if (!isData(value)) return value;
  const entries = Object.entries(value).flatMap(([key, each]): readonly (readonly [string, unknown])[] => {
    const isText = typeof each === 'string';
    if (key === 'title' && isText && 'section' in value && draw.chance(25)) return [];
    if (key === 'sections' && (each as Data[]).length === 0 && draw.chance(50)) return [];
    if (key === 'spaces' && 'section' in value && value.default === undefined && draw.chance(10)) return [];
    if (key === 'parent' && each === null && draw.chance(50)) return [];
    if ((key === 'title' || key === 'label') && isText) return [[key, spokenTitle(draw, spoken, each)]];
    if (key === 'description' && isText && !('type' in value)) return [[key, spokenText(draw, spoken, each)]];
    if (key === 'description' && isText) return [[key, spokenTitle(draw, spoken, each)]];
    if (key === 'enum') return [[key, (each as string[]).slice(0, draw.count(1, 2))]];
    if (key === 'text' && isText) return [[key, spokenText(draw, spoken, each)]];
    if (key === 'members' && isData(each)) return [[key, shortened(draw, each as Keyed<Data>)]];
    if (key === 'fields' && isData(each))
      return [[key, Object.fromEntries(Object.entries(each).map(([name, said]) => [name, oddly(said)]))]];
    return [[key, key === 'emoji' ? oddly(each) : written(draw, spoken, each)]];
  });
  return Object.fromEntries(entries);
}

function oddly(value: unknown): unknown {
  return (typeof value === 'string' || typeof value === 'number') && String(value) in odd ? odd[String(value)] : value;
}

/** A role can replace its block. */
function shortened(draw: Draw, members: Keyed<Data>): Data {
  const short = ({ role, ...rest }: Data): boolean =>
    role !== undefined && Object.keys(rest).length === 0 && draw.chance(60);
  return Object.fromEntries(
    Object.entries(members).map(([email, block]) => [email, short(block) ? block.role : block]),
  );
}

/** Existing spaces are declared without fields. */
function asData(draw: Draw, spoken: Spoken, outline: Outline): Data {
  const isEmpty = draw.chance(50);
  const nobody = isEmpty && outline.members === undefined && outline.teams === undefined ? { members: {} } : {};
  const nowhere = isEmpty && outline.sites === undefined ? { sites: {} } : {};
  const spaces = { home: {}, notes: {}, ...outline.spaces };
  return written(draw, spoken, { ...nobody, ...nowhere, ...outline, spaces }) as Data;
}

/** Without version and organization. */
export function drawConfiguration(draw: Draw): Data {
  return asData(draw, new Map(), drawOutline(draw));
}

/** The second outline as a change of the first. */
export function drawConfigurations(draw: Draw): { readonly before: Data; readonly after: Data } {
  const [{ before, after }, spoken] = [drawPair(draw, 'everything'), new Map<string, string>()];
  return { before: asData(draw, spoken, before), after: asData(draw, spoken, after) };
}

/** Replaces some texts with variables, at any place. */
export function withVariables(draw: Draw, data: Data): Data {
  const vars: { [name: string]: string } = {};
  const replaced = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replaced);
    if (isData(value)) return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, replaced(each)]));
    if (typeof value !== 'string' || !draw.chance(40)) return value;
    const name = `v${Object.keys(vars).length}`;
    vars[name] = value;
    return `\${vars.${name}}`;
  };
  const blocks = replaced(data) as Data;
  return { vars, ...blocks };
}
