/** The vendor's site-structure file as a configuration of docform: read, declared, written, and checked by reading it again. */
import type { Problem } from '../core/problem.ts';
import type { Declaration, Desired } from '../core/state.ts';
import { keyOfTitles } from '../declaration/key.ts';
import { shapes } from '../kinds/index.ts';
import { shapeOf } from '../kinds/shape.ts';
import type { LeftOut } from '../vendor/left-out.ts';

export interface SiteFileOptions {
  /** Its name, as places tell it. */
  readonly file: string;
  readonly text: string;
  /** Key of the site; default: what its title says, or `site`. */
  readonly key?: string;
}

export interface ImportedSiteFile {
  /** Key of the site. */
  readonly key: string;
  /** The configuration, as values and as text. It names no organization. */
  readonly configuration: { readonly [key: string]: unknown };
  readonly text: string;
  /** Every space that it declares. Which one that is on the platform the file does not say: each has to be pinned. */
  readonly spaces: readonly { readonly key: string }[];
  /** Claims that its conditions use, such as `visitor.claims.partner`: the site needs to have them. */
  readonly claims: readonly string[];
  /** What the file says and the configuration does not, in the order of the file. */
  readonly leftOut: readonly LeftOut[];
}

/** Contacts nothing, writes nothing. With any problem in the file, there is no configuration. */
export async function importSiteFile(options: SiteFileOptions): Promise<ImportedSiteFile | { readonly problems: readonly Problem[] }> {
  const { readSiteFile } = await import('../vendor/read-site-file.ts');
  const { siteFile, problems } = readSiteFile(options.file, options.text);
  if (siteFile === undefined) return { problems };
  const { declareSite } = await import('../vendor/declare-site.ts');
  const key = options.key ?? keyOfTitles([siteFile.title?.value ?? ''], shapeOf({ shapes }, 'site'));
  const { declaration, leftOut } = declareSite(siteFile, key, shapes);
  const [{ composeConfiguration }, { configurationText }] = await Promise.all([
    import('../edit/compose/compose.ts'),
    import('../edit/compose/configuration-text.ts'),
  ]);
  const configuration = { version: 1, ...composeConfiguration(declaration, shapes) };
  const text = configurationText({
    ...{ blocks: configuration, shapes, schema: './node_modules/docform/schemas/docform.schema.json' },
    comment: [
      `Made from ${options.file.slice(options.file.lastIndexOf('/') + 1)} by docform import --from.`,
      'It needs to know its organization: add `organization: ID`, or set DOCFORM_ORG.',
      'It needs to know its spaces, which the file names by labels only: give each one its `id:`, as in { id: ID }.',
    ],
  });
  await checkText(text, declaration);
  const { claimsIn } = await import('../vendor/claims.ts');
  const spaces = declaration.resources.filter(({ kind }) => kind === 'space');
  return {
    ...{ key, configuration, text, leftOut, claims: claimsIn(declaration) },
    spaces: spaces.map(({ key: space }) => ({ key: space })),
  };
}

/** The text has to say what was meant, whatever stands in titles and keys. */
async function checkText(text: string, meant: Declaration): Promise<void> {
  const { loadConfiguration } = await import('../config/load-configuration.ts');
  const files = { read: () => ({ text, bytes: text.length }), list: () => [] };
  const { desired, problems } = loadConfiguration({ file: 'docform.yaml', files, shapes, organization: 'checked' });
  const [problem] = problems;
  if (problem !== undefined) throw new Error(`the configuration made of it is not valid: ${problem.code} ${problem.message}`);
  if (desired === undefined || said(desired) !== said(meant)) throw new Error('the configuration made of it says something else');
}

function said({ resources, orders }: Pick<Desired, 'resources' | 'orders'>): string {
  const sorted = (object: object) => Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
  const facts = resources.map(({ address, fields }) => [address, sorted(fields)] as const);
  return JSON.stringify([facts.sort(([a], [b]) => (a < b ? -1 : 1)), sorted(orders)]);
}
