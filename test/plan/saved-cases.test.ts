/** The plan of every case as a file: it matches its schema, prints the same report, and approves exactly its own changes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { severities } from '../../src/core/impact.ts';
import { navigationMarks } from '../../src/core/navigation.ts';
import { cacheFirstResult } from '../../src/core/once.ts';
import { ruleSeverities } from '../../src/core/policy.ts';
import { staleChanges } from '../../src/library/approve.ts';
import type { Planned } from '../../src/library/plan.ts';
import type { ChangeView } from '../../src/plan/result/change.ts';
import { planDocument, planSchema, planSchemaVersion } from '../../src/report/plan/json.ts';
import { planComment } from '../../src/report/plan/markdown.ts';
import { planText } from '../../src/report/plan/text.ts';
import { actions, originTexts } from '../../src/report/wording/words.ts';
import { caseNames, readCase } from '../support/case.ts';
import { projectDirectory } from '../support/sources.ts';
import { planCase, saved } from './approving.ts';

const schema = planSchema() as unknown as Part;
const isValid = new Ajv({ strict: true, allowUnionTypes: true }).compile(schema);

test('schemas/plan.schema.json is indented as `docform explain --schema plan` prints the schema', () => {
  const text = readFileSync(join(projectDirectory, 'schemas/plan.schema.json'), 'utf8');
  expect(text).toBe(`${JSON.stringify(planSchema(), null, 2)}\n`);
});

test('the schema has the version and the choices of the source', () => {
  const { properties, definitions } = planSchema() as unknown as {
    readonly properties: { readonly [name: string]: Part };
    readonly definitions: { readonly [name: string]: Part };
  };
  expect(properties.schemaVersion).toEqual({ const: planSchemaVersion });
  expect(Object.keys(properties.summary?.properties ?? {})).toEqual(actions);
  const change = properties.changes?.items?.properties;
  expect(change?.action?.enum).toEqual(actions);
  expect(change?.fields?.items?.properties?.origin?.enum).toEqual(Object.keys(originTexts));
  expect(properties.impact?.items?.properties?.severity?.enum).toEqual(severities);
  expect(properties.policy?.properties?.findings?.items?.properties?.severity?.enum).toEqual(ruleSeverities);
  expect(definitions.navigationEntry?.properties?.marks?.items?.enum).toEqual(navigationMarks);
});

test('the schema contains every key of the document', async () => {
  const planned = await planClosed(caseNames()[0] ?? '');
  const part = { only: ['sites/docs'], except: [], read: 1, notRead: [], leftOut: { changes: 0, blocked: [] } };
  const ruled = {
    ...planned.plan,
    policy: { findings: [], named: [] },
    part,
    traffic: [],
    expectations: [],
    withheld: [],
    isWholeOnly: true as const,
  };
  const document = planDocument(ruled, {
    ...{ ...planned, rehearsal: { status: 'skipped', reason: 'a test' } },
    origin: { readAt: '2026-01-01T00:00:00Z', commit: 'c0ffee', token: { from: 'a test' } },
    mask: (text) => text.replaceAll(planned.host, '***'),
  });
  const { properties } = planSchema() as {
    readonly properties: { readonly [key: string]: { readonly items?: unknown } };
  };
  expect(Object.keys(document)).toEqual(Object.keys(properties));
  const change = properties.changes?.items as { readonly properties: object };
  for (const each of document.changes) expect(Object.keys(each).sort()).toEqual(Object.keys(change.properties).sort());
});

describe.each(caseNames())('%s', (name) => {
  const plannedOnce = cacheFirstResult(() => planClosed(name));

  test('prints the same report from its file, and is not stale', async () => {
    const planned = await plannedOnce();
    const { plan, requests, digest } = planned;
    const document = planDocument(plan, planned);
    expect(isValid(document), JSON.stringify(isValid.errors)).toBe(true);
    expect(undescribed(document, schema)).toEqual([]);
    const approved = saved(planned);
    expect(planText(approved, { requests, digest, isVerbose: true })).toBe(
      planText(plan, { requests, digest, isVerbose: true }),
    );
    expect(planComment(approved, { requests, digest })).toEqual(planComment(plan, { requests, digest }));
    expect(staleChanges(planned, approved)).toEqual([]);
  });

  test('is stale without any one of its changes, or of the fields that it updates', async () => {
    const planned = await plannedOnce();
    const approved = saved(planned);
    for (const { left, changes } of reductions(approved.changes)) {
      const stale = staleChanges(planned, { ...approved, changes });
      expect(stale.map(({ address }) => address)).toContain(left);
    }
  });

  test('applies the rest if any one of its changes is done already', async () => {
    const planned = await plannedOnce();
    const approved = saved(planned);
    for (const { changes } of reductions(planned.plan.changes)) {
      const rest = { ...planned, plan: { ...planned.plan, changes } };
      expect(staleChanges(rest, approved).filter(({ reason }) => reason !== undone)).toEqual([]);
    }
  });
});

interface Part {
  readonly properties?: { readonly [member: string]: Part };
  readonly items?: Part;
  readonly anyOf?: readonly Part[];
  readonly enum?: readonly string[];
  readonly $ref?: string;
  readonly definitions?: { readonly [name: string]: Part };
}

/** Paths of members that the schema does not list. A part without members, such as the value of a field, allows any. */
function undescribed(value: unknown, part: Part, path = ''): readonly string[] {
  const own = part.$ref === undefined ? part : (schema.definitions?.[part.$ref.replace('#/definitions/', '')] ?? {});
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) {
    const { items } = own;
    return items === undefined ? [] : value.flatMap((each) => undescribed(each, items, path));
  }
  const { properties } = own.anyOf?.find((each) => each.properties !== undefined) ?? own;
  if (properties === undefined) return [];
  return Object.entries(value).flatMap(([key, inside]) => {
    const member = properties[key];
    return member === undefined ? [`${path}/${key}`] : undescribed(inside, member, `${path}/${key}`);
  });
}

async function planClosed(name: string): Promise<Planned> {
  const { planned, reference } = await planCase(readCase(name));
  reference.close();
  return planned;
}

/** A delete without its change: the object is still there. */
const undone = 'the object is no longer planned for deletion';

/** All changes but one, or but one field of an update. `left`: the address of that change. */
function reductions<C extends ChangeView>(
  changes: readonly C[],
): readonly { readonly left: string; readonly changes: readonly C[] }[] {
  return changes.flatMap((change) => {
    const { action, fields, address } = change;
    const parts =
      action === 'update' && fields.length > 1 ? fields.map((field) => fields.filter((each) => each !== field)) : [];
    const partial = parts.map((some) => changes.map((each) => (each === change ? { ...change, fields: some } : each)));
    return [changes.filter((each) => each !== change), ...partial].map((some) => ({ left: address, changes: some }));
  });
}
