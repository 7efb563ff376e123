/** Permissions of a team or a member in a space, collection or site, which only GitBook's API has. Each adds to the organization role and to default levels. */

import type { Call } from '../contract/endpoint.ts';
import { collectionPermissions, sitePermissions, spacePermissions } from '../contract/gitbook/permissions.ts';
import { Role } from '../contract/role-schemas.ts';
import { withoutUndefined } from '../core/defined.ts';
import { gitbookDialects } from '../core/dialect.ts';
import type { KindName, Value } from '../core/state.ts';
import { defineKind, fieldFromSchema } from './define-kind.ts';
import { exposureByRole, referenceField } from './field.ts';
import type { ReadInput } from './reading.ts';
import { objectOrUndefined, textOrUndefined } from './reading.ts';

const places = {
  collection: { operations: collectionPermissions, parameter: 'collectionId' },
  space: { operations: spacePermissions, parameter: 'spaceId' },
  site: { operations: sitePermissions, parameter: 'siteId' },
} as const;

const parents = Object.keys(places) as readonly (keyof typeof places)[];

type Place = Pick<ReadInput, 'organization' | 'up'>;
type Operation = keyof typeof sitePermissions;

function permissionCall(
  { organization, up }: Place,
  operation: Operation,
  more: { path?: Call['path']; body?: unknown } = {},
) {
  const kind = parents.find((each) => up(each) !== '') ?? 'site';
  const { operations, parameter } = places[kind];
  return {
    endpoint: operations[operation] as unknown as Call['endpoint'],
    path: { ...(kind === 'site' ? { organizationId: organization } : {}), [parameter]: up(kind), ...more.path },
    ...withoutUndefined({ body: more.body }),
  };
}

interface Holder {
  kind: 'team' | 'member';
  segment: string;
  /** As the platform names them, in answers and in the body of a new permission. */
  wire: 'team' | 'user';
  title: string;
  operations: { [does in 'list' | 'update' | 'remove']: Operation };
}

function definePermissionKind({ kind, segment, wire, title, operations }: Holder) {
  const one = (id: string) => ({ [`${wire}Id`]: id });
  return defineKind({
    name: `${kind}-permission` satisfies KindName,
    segment,
    under: 'permissions',
    title: `${kind} permission`,
    description: `The permission of a ${kind} in a space, collection or site, in addition to roles and default levels, declared under \`permissions\`.`,
    parents,
    key: { field: kind },
    shorthand: 'role',
    naturalKeys: [[kind]],
    sharesId: true,
    dialects: gitbookDialects,
    fields: {
      [kind]: referenceField(kind, title, { writtenBy: 'create', change: 'replace' }),
      role: fieldFromSchema(Role, 'Permission level.', {
        required: true,
        exposure: {
          ...exposureByRole(`this ${kind} gets more permissions`, `this ${kind} gets fewer permissions`),
          ofNew: true,
        },
      }),
    },
    reading: {
      by: 'list',
      isOptional: true,
      call: (input) => permissionCall(input, operations.list),
      decode: (value) => {
        const item = objectOrUndefined(value);
        const id = textOrUndefined(objectOrUndefined(item?.[wire])?.id);
        return id === undefined ? undefined : { id, fields: { [kind]: id, role: (item?.permission ?? null) as Value } };
      },
    },
    create: (step) => {
      const { [kind]: id, role } = step.fields;
      return permissionCall(step, 'grant', { body: { role, [`${wire}s`]: [id] } });
    },
    update: (step) => [
      permissionCall(step, operations.update, { path: one(step.id), body: { role: step.fields.role } }),
    ],
    delete: (step) => permissionCall(step, operations.remove, { path: one(step.id) }),
    // Before version 0.181, sites have no permissions.
    overrides: { 'gitbook-0.180': { parents: ['collection', 'space'] } },
  });
}

export const teamPermission = definePermissionKind({
  kind: 'team',
  segment: 'teams',
  wire: 'team',
  title: 'Team.',
  operations: { list: 'listTeams', update: 'updateTeam', remove: 'removeTeam' },
});

export const memberPermission = definePermissionKind({
  kind: 'member',
  segment: 'members',
  wire: 'user',
  title: 'Member of the organization.',
  operations: { list: 'listUsers', update: 'updateUser', remove: 'removeUser' },
});
