/** The calls of steps, and their bodies. */
import { describe, expect, test } from 'vitest';
import { bulkIdsOf, callsOf, describeCall, type RequestContext } from '../../src/apply/requests.ts';
import { callPath } from '../../src/contract/endpoint.ts';
import { definitions } from '../../src/kinds/index.ts';
import type { Step } from '../../src/plan/result/step.ts';
import { context, sent, step } from './steps.ts';

describe('create calls', () => {
  test('a create contains only fields of the create call, and cuts long titles', () => {
    const fields = {
      space: { ref: 'spaces/home' },
      title: 'x'.repeat(100),
      path: 'p',
      icon: null,
      group: { ref: 'sites/docs/groups/g' },
    };
    expect(sent(step('create', 'section', 'sites/docs/sections/new', { fields }))).toEqual([
      ['POST /v1/orgs/o1/sites/s1/sections', { spaceId: 'sp-1', title: 'x'.repeat(64) }],
    ]);
  });

  test('a create does not cut a title inside a character', () => {
    const title = `${'x'.repeat(63)}😀`;
    const [call] = callsOf(
      step('create', 'section', 'sites/docs/sections/new', { fields: { space: { ref: 'spaces/home' }, title } }),
      context,
    );
    expect(call?.body).toMatchObject({ title: 'x'.repeat(63) });
  });

  test('teams are created with PUT, collections with a parent, and spaces as copies', () => {
    expect(sent(step('create', 'team', 'teams/new', { fields: { title: 'New' } }))).toEqual([
      ['PUT /v1/orgs/o1/teams', { title: 'New' }],
    ]);
    const fields = { title: 'C', description: 'later', parent: { ref: 'collections/c' } };
    expect(sent(step('create', 'collection', 'collections/new', { fields }))).toEqual([
      ['POST /v1/orgs/o1/collections', { title: 'C', parent: 'col-1' }],
    ]);
    expect(
      sent(step('create', 'collection', 'collections/new', { fields: { title: 'C', parent: null } }))[0]?.[1],
    ).toEqual({ title: 'C' });
    const copy = { copyOf: { ref: 'spaces/home' }, title: 'T' };
    expect(sent(step('create', 'space', 'spaces/copy', { fields: copy }))).toEqual([
      ['POST /v1/spaces/sp-1/duplicate', undefined],
    ]);
  });

  test('only a site with a companion requests a new space', () => {
    const fields = { title: 'Docs', visibility: 'public', basename: 'docs', type: 'basic' };
    const alone = { title: 'Docs', visibility: 'public', type: 'basic' };
    expect(sent(step('create', 'site', 'sites/new', { fields }))).toEqual([['POST /v1/orgs/o1/sites', alone]]);
    const companions = [{ role: 'space' as const, address: 'spaces/new' }];
    expect(sent(step('create', 'site', 'sites/new', { fields, companions }))[0]?.[1]).toEqual({
      ...alone,
      spaces: 'empty',
    });
  });

  test('a section is added to a section group', () => {
    const fields = {
      title: 'G',
      icon: null,
      sections: [{ ref: 'sites/docs/sections/b' }, { ref: 'sites/docs/sections/a' }],
    };
    expect(sent(step('create', 'section-group', 'sites/docs/groups/new', { fields }))).toEqual([
      ['POST /v1/orgs/o1/sites/s1/section-groups', { title: 'G', icon: null, sections: ['sec-b', 'sec-a'] }],
    ]);
  });

  test('a site-space contains its section, except on a flat site', () => {
    const fields = { space: { ref: 'spaces/home' }, path: 'later' };
    expect(sent(step('create', 'site-space', 'sites/docs/sections/a/spaces/home', { fields }))).toEqual([
      ['POST /v1/orgs/o1/sites/s1/site-spaces', { spaceId: 'sp-1', sectionId: 'sec-a' }],
    ]);
    expect(sent(step('create', 'site-space', 'sites/flat/spaces/home', { fields }))).toEqual([
      ['POST /v1/orgs/o1/sites/s2/site-spaces', { spaceId: 'sp-1' }],
    ]);
  });

  test('a specification is created with PUT, with URL or text', () => {
    const path = 'PUT /v1/orgs/o1/openapi/payments';
    expect(
      sent(
        step('create', 'openapi-spec', 'openapi/payments', { fields: { slug: 'payments', url: 'https://a.dev/x' } }),
      ),
    ).toEqual([[path, { source: { url: 'https://a.dev/x' } }]]);
    expect(sent(step('update', 'openapi-spec', 'openapi/payments', { fields: { text: '{}' } }))).toEqual([
      [path, { source: { text: '{}' } }],
    ]);
  });
});

describe('update calls', () => {
  test('an update contains the fields of the step with their API names', () => {
    const fields = {
      adaptiveContent: true,
      proxy: null,
      defaultSection: { ref: 'sites/docs/sections/b' },
      basename: 'd',
    };
    const body = { adaptiveContent: { enabled: true }, proxy: null, defaultSiteSection: 'sec-b', basename: 'd' };
    expect(sent(step('update', 'site', 'sites/docs', { fields }))).toEqual([['PATCH /v1/orgs/o1/sites/s1', body]]);
    const first = { default: { ref: 'sites/docs/sections/a/spaces/home' }, condition: null };
    expect(sent(step('update', 'section', 'sites/docs/sections/a', { fields: first }))).toEqual([
      ['PATCH /v1/orgs/o1/sites/s1/sections/sec-a', { defaultSiteSpace: 'ss-1', condition: null }],
    ]);
    expect(
      sent(
        step('update', 'organization', 'settings', {
          fields: { defaultContent: { ref: 'sites/docs' }, title: 'Acme' },
        }),
      ),
    ).toEqual([['PATCH /v1/orgs/o1', { defaultContent: { type: 'site', site: 's1' }, title: 'Acme' }]]);
    expect(sent(step('update', 'organization', 'settings', { fields: { defaultContent: null } }))[0]?.[1]).toEqual({
      defaultContent: null,
    });
  });

  test('an update of a member sends role and SSO separately', () => {
    expect(sent(step('update', 'member', 'members/eve@acme.dev', { fields: { role: null, sso: true } }))).toEqual([
      ['PATCH /v1/orgs/o1/members/u-eve', { role: null }],
      ['POST /v1/orgs/o1/members/u-eve/sso', undefined],
    ]);
  });

  test('an update wraps values of custom fields', () => {
    expect(
      sent(
        step('update', 'field-values', 'spaces/home/fields', { fields: { values: { owner: 'docs', tags: ['a'] } } }),
      ),
    ).toEqual([
      ['PATCH /v1/spaces/sp-1/custom-fields', { values: { owner: { value: 'docs' }, tags: { value: ['a'] } } }],
    ]);
  });

  test('an update accepts custom fields and claims with the name ref', () => {
    expect(
      sent(step('update', 'field-values', 'spaces/home/fields', { fields: { values: { ref: 'RFC-1' } } }))[0]?.[1],
    ).toEqual({
      values: { ref: { value: 'RFC-1' } },
    });
    const claims = { ref: { type: 'boolean', description: 'Referrer' } };
    const [call] = callsOf(step('update', 'adaptive-schema', 'sites/docs/visitor', { fields: { claims } }), context);
    expect(call?.body).toMatchObject({ jsonSchema: { properties: claims } });
  });

  test('an update sends the whole visitor schema with undeclared parts, and reads it back unchanged', () => {
    const claims = {
      partner: { type: 'boolean', description: 'P' },
      plan: { type: 'string', description: 'Plan', enum: ['a', 'b'] },
    };
    const unsigned = { beta: { type: 'boolean', description: 'B' } };
    const nested = { type: 'object', properties: unsigned, additionalProperties: false };
    const jsonSchema = { type: 'object', properties: { unsigned: nested }, additionalProperties: false };
    const update = step('update', 'adaptive-schema', 'sites/docs/visitor', {
      fields: { claims },
      passthrough: { unsigned, jsonSchema },
    });
    const [call] = callsOf(update, context);
    expect(call && describeCall(call)).toBe('PUT /v1/orgs/o1/sites/s1/adaptive-schema');
    expect(call?.body).toMatchObject({
      jsonSchema: {
        type: 'object',
        additionalProperties: false,
        properties: { ...claims, unsigned: nested },
      },
    });
    const reading = definitions.get('adaptive-schema')?.reading;
    const decoded =
      reading?.by === 'object'
        ? reading.decode(call?.body, { organization: 'o1', parentId: 's1', up: () => '' })
        : undefined;
    expect(decoded).toMatchObject({ id: 's1', fields: { claims, unsigned } });
  });
});

describe('moves', () => {
  test('a move references the neighbor in the form of its kind', () => {
    const beside = (relation: 'before' | 'after', address: string) => ({ beside: { relation, address } });
    expect(sent(step('move', 'section', 'sites/docs/sections/a', beside('after', 'sites/docs/sections/b')))).toEqual([
      [
        'POST /v1/orgs/o1/sites/s1/sections/sec-a/move',
        { position: { after: { type: 'site-section', siteSection: 'sec-b' } } },
      ],
    ]);
    expect(
      sent(step('move', 'section-group', 'sites/docs/groups/g', beside('before', 'sites/docs/sections/b')))[0]?.[1],
    ).toEqual({
      position: { before: { type: 'site-section', id: 'sec-b' } },
    });
    expect(
      sent(step('move', 'section-group', 'sites/docs/groups/g', beside('before', 'sites/docs/groups/g')))[0]?.[1],
    ).toEqual({
      position: { before: { type: 'site-section-group', id: 'grp-1' } },
    });
    expect(
      sent(step('move', 'space', 'spaces/home', { container: 'collections/c', ...beside('after', 'collections/d') })),
    ).toEqual([
      [
        'POST /v1/spaces/sp-1/move',
        { parent: 'col-1', position: { after: { type: 'collection', collection: 'col-2' } } },
      ],
    ]);
    expect(sent(step('move', 'collection', 'collections/c', { container: null }))).toEqual([
      ['POST /v1/collections/col-1/move', { parent: null }],
    ]);
    expect(sent(step('move', 'collection', 'collections/c', beside('after', 'spaces/home')))[0]?.[1]).toEqual({
      position: { after: { type: 'space', space: 'sp-1' } },
    });
  });

  test('sections can be added to groups and removed', () => {
    const container = 'sites/docs/groups/g';
    expect(sent(step('join', 'section', 'sites/docs/sections/a', { container }))).toEqual([
      ['POST /v1/orgs/o1/sites/s1/section-groups/grp-1/sections', { sectionId: 'sec-a' }],
    ]);
    expect(sent(step('leave', 'section', 'sites/docs/sections/a', { container }))).toEqual([
      ['DELETE /v1/orgs/o1/sites/s1/section-groups/grp-1/sections/sec-a', undefined],
    ]);
  });
});

describe('team members', () => {
  const items: NonNullable<Step['items']> = [
    {
      operation: 'create',
      address: 'teams/docs/members/ana@acme.dev',
      fields: { member: { ref: 'members/ana@acme.dev' }, role: 'owner' },
    },
    {
      operation: 'create',
      address: 'teams/docs/members/bo@acme.dev',
      fields: { member: { ref: 'members/bo@acme.dev' }, role: 'member' },
    },
    { operation: 'delete', address: 'teams/docs/members/eve@acme.dev', fields: {} },
  ];

  test.each(['teams/docs/members', 'teams/docs'])('one call writes all members of %s', (address) => {
    const made = step('bulk', 'team-member', address, { items });
    expect(sent(made)).toEqual([
      [
        'PUT /v1/orgs/o1/teams/t1/members',
        { add: ['u-ana', 'u-bo'], remove: ['u-eve'], memberships: { 'u-ana': { role: 'owner' } } },
      ],
    ]);
    expect(bulkIdsOf(made, context).map(({ id }) => id)).toEqual(['u-ana', 'u-bo', 'u-eve']);
  });

  test('a step can change only a role', () => {
    const update = {
      operation: 'update' as const,
      address: 'teams/docs/members/eve@acme.dev',
      fields: { role: 'member' },
    };
    expect(sent(step('bulk', 'team-member', 'teams/docs/members', { items: [update] }))[0]?.[1]).toEqual({
      memberships: { 'u-eve': { role: 'member' } },
    });
  });
});

test('placeholders are readable in the description of a call and encoded in its path', () => {
  const planned: RequestContext = { ...context, idOf: (address) => `{${address}}` };
  const [call] = callsOf(step('update', 'site', 'sites/docs', { fields: { title: 'x' } }), planned);
  expect(call && describeCall(call)).toBe('PATCH /v1/orgs/o1/sites/{sites/docs}');
  expect(call && callPath(call)).toBe('/v1/orgs/o1/sites/%7Bsites%2Fdocs%7D');
});
