/** Provisional: a case's configuration as desired state, until src/config is there. */
import { parse } from 'yaml';
import type { Desired, DesiredResource, PruneWord } from '../../src/core/state.ts';
import { shapes } from '../../src/kinds/index.ts';
import type { Case } from './case.ts';

type B = { [k: string]: any };
export async function desiredOf(each: Case, ids: ReadonlyMap<string, string>): Promise<Desired> {
  const doc = parse(each.desired.replace(/"?\{([^}"\s]+\/[^}"\s]+)\}"?/g, (m, a) => ids.get(a) ?? m)) as B;
  const resources: DesiredResource[] = [];
  const lists = new Map<string, { list: string; kind: string; prune: PruneWord; pruneIsNamed: boolean }>();
  const orders: { [c: string]: string[] } = {};
  const policy = doc.policy ?? {};
  const pruneOf = (kind: string): { prune: PruneWord; named: boolean } => {
    const seg = shapes.get(kind)!.segment;
    if (typeof policy.prune === 'object') return policy.prune[seg] ? { prune: policy.prune[seg], named: true } : { prune: policy.prune.default ?? 'owned', named: false };
    return { prune: policy.prune ?? 'owned', named: false };
  };
  const span = { file: 'docform.yaml', line: 1, column: 1, length: 1 };
  const list = (l: string, kind: string, own?: PruneWord) => {
    const p = pruneOf(kind);
    lists.set(l, { list: l, kind, prune: own ?? p.prune, pruneIsNamed: own !== undefined || p.named });
  };
  const file = (v: any): any => (v && typeof v === 'object' && typeof v.file === 'string' ? each.files[v.file] : v);
  const add = (kind: string, address: string, key: string, parent: string | null, block: B, skip: string[] = [], scope: B = {}): void => {
    const shape = shapes.get(kind)!;
    const fields: B = {};
    for (const [name, raw] of Object.entries(block ?? {})) {
      if (['protect', 'replace', 'id', 'prune', ...skip].includes(name)) continue;
      const f = shape.fields[name];
      if (kind === 'openapi-spec' && name === 'file') { fields.text = each.files[raw]; continue; }
      if (!f) throw new Error(`${address}: field ${name}?`);
      const value = file(raw);
      if (f.type.is === 'ref' && value !== null) {
        const t = shapes.get(f.type.to)!;
        const key2 = f.type.under ? value[f.type.under] : value;
        fields[name] = { ref: f.type.within ? `${scope[name] ?? address}/${t.segment}/${key2}` : `${t.segment}/${key2}` };
      } else fields[name] = value;
    }
    if (typeof shape.key === 'object') {
      const f = shape.fields[shape.key.field];
      if (f) fields[shape.key.field] ??= f.type.is === 'ref' ? { ref: `${shapes.get(f.type.to)!.segment}/${key}` } : key;
    }
    resources.push({ address, kind, key, parent, fields, span, fieldSpans: {}, ...(block?.id ? { pin: block.id } : {}), ...(block?.protect !== undefined ? { protect: block.protect } : {}), ...(block?.replace !== undefined ? { replace: block.replace } : {}) });
  };
  const short = (kind: string, b: any): B => (b !== null && typeof b === 'object' ? b : { [shapes.get(kind)!.shorthand!]: b });
  if (doc.settings) add('organization', 'settings', 'settings', null, doc.settings);
  for (const kind of ['link-invite', 'member', 'team', 'saml-provider', 'custom-field', 'collection', 'space', 'openapi-spec', 'translation', 'site']) {
    const seg = shapes.get(kind)!.segment;
    if (doc[seg] === undefined) continue;
    list(seg, kind);
    for (const [key, raw] of Object.entries(doc[seg] as B)) {
      const b = short(kind, raw);
      const at = `${seg}/${key}`;
      add(kind, at, key, null, b, ['members', 'order', 'fields', 'visitor', 'structure', 'shareLinks']);
      if (kind === 'team' && b.members) {
        list(`${at}/members`, 'team-member', b.prune);
        for (const [e, r] of Object.entries(b.members)) add('team-member', `${at}/members/${e}`, e, at, short('team-member', r));
      }
      if (kind === 'collection' && b.order) orders[at] = b.order.map((k: string) => (doc.spaces?.[k] !== undefined ? `spaces/${k}` : `collections/${k}`));
      if (kind === 'space' && b.fields) add('field-values', `${at}/fields`, 'fields', at, { values: b.fields });
      if (kind === 'site') {
        if (b.visitor) add('adaptive-schema', `${at}/visitor`, 'visitor', at, b.visitor);
        if (b.shareLinks) {
          list(`${at}/shareLinks`, 'share-link');
          for (const [k, l] of Object.entries(b.shareLinks as B)) add('share-link', `${at}/shareLinks/${k}`, k, at, l);
        }
        if (b.structure) {
          const flat = b.structure.some((i: B) => 'space' in i);
          const spaceOf = (parent: string, i: B): string => { const a = `${parent}/spaces/${i.space}`; add('site-space', a, i.space, parent, i, ['default']); return a; };
          if (flat) {
            list(`${at}/spaces`, 'site-space');
            orders[at] = b.structure.map((i: B) => spaceOf(at, i));
            const d = b.structure.find((i: B) => i.default);
            if (d) (resources.find((r) => r.address === at)!.fields as B).defaultSiteSpace = { ref: `${at}/spaces/${d.space}` };
          } else {
            list(`${at}/sections`, 'section'); list(`${at}/groups`, 'section-group');
            const section = (i: B, group: string | null): string => {
              const a = `${at}/sections/${i.section}`;
              add('section', a, i.section, at, i, ['section', 'spaces']);
              (resources.at(-1)!.fields as B).group = group === null ? null : { ref: group };
              if (i.spaces) { list(`${a}/spaces`, 'site-space'); orders[a] = i.spaces.map((s: B) => spaceOf(a, s)); }
              return a;
            };
            orders[at] = b.structure.map((i: B) => {
              if ('section' in i) return section(i, null);
              const g = `${at}/groups/${i.group}`;
              add('section-group', g, i.group, at, i, ['group', 'sections']);
              orders[g] = i.sections.map((x: B) => section(x, g));
              return g;
            });
          }
        }
      }
    }
  }
  return { organization: 'acme', resources, lists: [...lists.values()], orders, moved: (doc.moved ?? []).map((m: B) => ({ ...m, span })), policy: { prune: (k) => pruneOf(k).prune, protect: policy.protect ?? [], maxDeletes: policy.maxDeletes ?? 10, ...(policy.self ? { self: policy.self } : {}) } };
}
