/** The registry of kinds. A new kind needs a file and a line here. */
import type { Dialect } from '../core/dialect.ts';
import type { KindName } from '../core/state.ts';
import { customField, fieldValues } from './custom-field.ts';
import type { KindDefinition } from './define-kind.ts';
import type { FieldShape } from './field.ts';
import { member } from './member.ts';
import { openapiSpec } from './openapi-spec.ts';
import { linkInvite, organization } from './organization.ts';
import { memberPermission, teamPermission } from './permission.ts';
import { samlProvider } from './saml-provider.ts';
import type { Shapes } from './shape.ts';
import { adaptiveSchema } from './site/adaptive-schema.ts';
import { customization, siteSpaceCustomization } from './site/customization.ts';
import { redirect } from './site/redirect.ts';
import { shareLink, site } from './site/site.ts';
import { externalLink, section, sectionGroup, siteSpace } from './site/site-items.ts';
import { translation } from './site/translation.ts';
import { collection, space } from './space.ts';
import { team, teamMember } from './team.ts';

export const kinds: readonly KindDefinition[] = [
  organization,
  linkInvite,
  member,
  team,
  teamMember,
  samlProvider,
  customField,
  collection,
  space,
  fieldValues,
  openapiSpec,
  translation,
  site,
  adaptiveSchema,
  customization,
  section,
  sectionGroup,
  externalLink,
  siteSpace,
  siteSpaceCustomization,
  shareLink,
  teamPermission,
  memberPermission,
  redirect,
];

/** A field that some dialects do not have cannot be required in the language. */
function withOptionalDialectFields(kind: KindDefinition): KindDefinition {
  const fields = Object.entries(kind.fields).map(([name, field]) => {
    const { required, ...rest } = field;
    return [name, required && field.dialects ? rest : field] as const;
  });
  return { ...kind, fields: Object.fromEntries(fields) };
}

/** In the order above, with the kinds and fields of all dialects: the language. */
export const definitions: ReadonlyMap<KindName, KindDefinition> = new Map(
  kinds.map((kind) => [kind.name, withOptionalDialectFields(kind)]),
);

export const shapes: Shapes = definitions;

/** A field that updates of this dialect can change has no other way to change. */
function fieldInDialect(dialect: Dialect, field: FieldShape): FieldShape {
  if (!field.changesIn?.includes(dialect)) return field;
  const { change: _, writtenBy: __, ...rest } = field;
  return rest;
}

const byDialect = new Map<Dialect, ReadonlyMap<KindName, KindDefinition>>();

export function kindsOfDialect(dialect: Dialect): ReadonlyMap<KindName, KindDefinition> {
  const known = byDialect.get(dialect);
  if (known !== undefined) return known;
  const existsInDialect = ({ dialects }: { dialects?: readonly Dialect[] }) => dialects?.includes(dialect) !== false;
  const made = new Map(
    kinds.filter(existsInDialect).map((kind) => {
      const own = Object.entries(kind.fields).filter(([, field]) => existsInDialect(field));
      const fields = Object.fromEntries(own.map(([name, field]) => [name, fieldInDialect(dialect, field)]));
      return [kind.name, { ...kind, fields, ...kind.overrides?.[dialect] } as KindDefinition];
    }),
  );
  byDialect.set(dialect, made);
  return made;
}
