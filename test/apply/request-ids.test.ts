/** Ids of created objects, from responses and lists. */
import { describe, expect, test } from 'vitest';
import { bindReply, callsOf, describeCall, lookUpsOf } from '../../src/apply/requests.ts';
import { context, step } from './steps.ts';

describe('ids of created objects', () => {
  const made = step('create', 'section', 'sites/docs/sections/new', {
    fields: { space: { ref: 'spaces/home' } },
    companions: [
      { role: 'first', address: 'sites/docs/sections/new/spaces/home' },
      { role: 'wrapper', address: 'sites/docs/sections/old' },
    ],
  });

  test('the id of a created object comes from the response, or from a list if the response has none', () => {
    const told = bindReply(made, { id: 'sec-n', siteSpaces: [{ id: 'ss-n' }] }, context);
    expect(told).toEqual({ id: 'sec-n', companionIds: { first: 'ss-n' } });
    expect(lookUpsOf(made, told, context).map(({ call }) => describeCall(call))).toEqual([
      'GET /v1/orgs/o1/sites/s1/sections',
    ]);
    const silent = bindReply(made, { id: 'sec-n' }, context);
    const [first, wrapper] = lookUpsOf(made, silent, context);
    expect(
      first?.find([
        { id: 'ss-1', section: 'sec-a' },
        { id: 'ss-n', section: 'sec-n' },
      ]),
    ).toEqual({ first: 'ss-n' });
    expect(wrapper?.find([{ id: 'sec-w' }, { id: 'sec-n' }])).toEqual({ wrapper: 'sec-w' });
    expect(wrapper?.find([{ id: 'sec-w', default: true }, { id: 'sec-x' }, { id: 'sec-n' }])).toEqual({
      wrapper: 'sec-w',
    });
    expect(wrapper?.find([{ id: 'sec-w' }, { id: 'sec-x' }, { id: 'sec-n' }])).toEqual({});
  });

  test('a new site also returns the ids of its companions', () => {
    const site = step('create', 'site', 'sites/new', {
      fields: { title: 'New' },
      companions: [
        { role: 'space', address: 'spaces/n' },
        { role: 'site-space', address: 'sites/new/spaces/n' },
      ],
    });
    const [lookUp] = lookUpsOf(site, bindReply(site, { id: 's9' }, context), context);
    expect(lookUp && describeCall(lookUp.call)).toBe('GET /v1/orgs/o1/sites/s9/site-spaces');
    expect(lookUp?.find([{ id: 'ss-9', space: { id: 'sp-9' } }])).toEqual({ space: 'sp-9', 'site-space': 'ss-9' });
  });

  test('objects without ids are identified by their names', () => {
    expect(
      bindReply(
        step('create', 'custom-field', 'customFields/owner', { fields: { name: 'owner' } }),
        { id: 'f1' },
        context,
      ).id,
    ).toBe('owner');
    expect(
      bindReply(
        step('create', 'openapi-spec', 'openapi/payments', { fields: { slug: 'payments' } }),
        { id: 'x' },
        context,
      ).id,
    ).toBe('payments');
  });

  test('a response without an id and an unknown reference are errors', () => {
    expect(() => bindReply(step('create', 'team', 'teams/new'), {}, context)).toThrow('teams/new');
    expect(() => callsOf(step('update', 'team', 'teams/nobody'), context)).toThrow('teams/nobody');
    expect(() => callsOf(step('move', 'team', 'teams/docs'), context)).toThrow('no call');
  });
});
