/** One effect in words: its values, its audience before and after, and what it affects. */
import type { Address } from '../../core/address.ts';
import { type AudiencePair, type Impact, type ImpactTopic, otherInheritance } from '../../core/impact.ts';
import { code, type Line, line } from '../blocks/block.ts';
import { someNames } from '../wording/some-names.ts';
import { valueTexts } from '../wording/values.ts';

export function effectLines(impact: Shown): readonly Line[] {
  const values = changedValues(impact);
  if (values === undefined || isOneLink(impact)) return audienceLines(impact);
  const isValue = (value: Impact['before']) => value !== undefined && value !== null;
  const before = code(values.before, isValue(impact.before) ? 'was' : 'code');
  const after = code(values.after, isValue(impact.after) ? 'is' : 'code');
  return [line`${valueName(impact)}: ${before} → ${after}`, ...audienceLines(impact)];
}

/** The text about a new or deleted share link already names its state and its readers. */
function isOneLink({ topic, before, after }: Pick<Impact, 'topic' | 'before' | 'after'>) {
  return topic === 'share-link' && (before === null || after === null);
}

/** `audience`: undefined if the effects of a group do not share it. */
type Shown = Omit<Impact, 'audience'> & { readonly audience?: AudiencePair | undefined };

/** `Audience of space "Home" before: …; after: …` */
function audiencePairLine({ before, after, of }: AudiencePair) {
  return of === undefined
    ? line`Audience before: ${before}; after: ${after}`
    : line`Audience of ${of} before: ${before}; after: ${after}`;
}

/** The fields that change who can read an object. */
const audienceFields: readonly string[] = ['visibility', 'published', 'condition'];

function affectedLabel({ on, topic, field = '', after }: Pick<Impact, 'on' | 'topic' | 'field' | 'after'>): string {
  if (on === 'people') return 'Affects';
  if (topic === 'unreadable' || (field === 'published' && after === false)) return 'Audience before';
  return audienceFields.includes(field) ? 'Audience after' : 'Audience';
}

/** `Affects: eve@acme.dev`, or `Audience: anyone`, and the details. JSON output has all names. */
export function audienceLines(impact: Shown): readonly Line[] {
  const { on, who, details, audience } = impact;
  const isSaid = audience !== undefined && on === 'readers';
  const affected =
    who.length === 0 || isSaid || isOneLink(impact) ? [] : [line`${affectedLabel(impact)}: ${someNames(who, 12)}`];
  const pair = audience === undefined ? [] : [audiencePairLine(audience)];
  return [...pair, ...affected, ...details.map((text) => line`${text}`)];
}

const valueNames: { readonly [T in ImpactTopic]: string } = {
  address: 'URL',
  removed: 'URL',
  shown: 'URL',
  opened: 'default access',
  restricted: 'default access',
  role: 'role',
  leaves: 'role',
  team: 'members',
  sso: 'SAML provider',
  unreadable: 'access',
  'share-link': 'active',
  data: 'data',
  unknown: 'value',
  exposed: 'access',
};

function isInTeam(address: Address) {
  return /^teams\/[^/]+\/members\//.test(address);
}

/** Usually the changed field. Plan files of later versions can contain other topics. */
export function valueName({
  topic,
  field,
  what,
  after,
  address,
}: Pick<Impact, 'topic' | 'field' | 'what' | 'after' | 'address'>): string {
  if (topic === 'sso' && typeof after === 'boolean') return 'sso';
  if (field === 'role' && (topic === 'team' || isInTeam(address))) return 'role in the team';
  return what.endsWith(otherInheritance)
    ? valueNames.opened
    : (field ?? (Object.hasOwn(valueNames, topic) ? valueNames[topic] : valueNames.unknown));
}

/** Undefined if no value is known. */
export function changedValues({ before, after }: Pick<Impact, 'before' | 'after'>) {
  if (before === undefined && after === undefined) return undefined;
  const [was = '', is = ''] = valueTexts([before ?? undefined, after ?? undefined], { isShownInFull: true });
  const valueText = (value: Impact['before'], text: string) =>
    value === undefined ? '(unknown)' : value === null ? '(none)' : text;
  return { before: valueText(before, was), after: valueText(after, is) };
}
