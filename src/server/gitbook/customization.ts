/** The branding of sites in the `gitbook` dialect, and its overrides for site-spaces. */
import type { Static } from '@sinclair/typebox';
import * as gitbook from '../../contract/gitbook/customization.ts';
import { rewrite } from '../rules/changes.ts';
import type { Context } from '../rules/context.ts';
import type { FixtureResource, SiteFixtureContext } from '../rules/fixture-context.ts';
import { addObject } from '../rules/objects.ts';
import { creator, reader, resource, route } from '../rules/resource.ts';
import type { Row } from '../store/records.ts';

type Settings = Static<typeof gitbook.Customization>;

declare module '../store/records.ts' {
  interface Records {
    customization: { settings: Settings };
  }
}

type Members = { readonly [name: string]: unknown };

function isMap(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const both = <Value>(value: Value) => ({ light: value, dark: value });

/** The settings of a new site. */
const initial: Settings = {
  styling: {
    theme: 'clean',
    primaryColor: both('#346ddb'),
    infoColor: both('#787878'),
    successColor: both('#00c950'),
    warningColor: both('#fe9a00'),
    dangerColor: both('#fb2c36'),
    corners: 'rounded',
    depth: 'subtle',
    links: 'default',
    font: 'Inter',
    monospaceFont: 'IBMPlexMono',
    background: 'plain',
    icons: 'regular',
    codeTheme: {
      default: { light: 'default-light', dark: 'default-dark' },
      openapi: { light: 'default-light', dark: 'default-dark' },
    },
    sidebar: { background: 'default', list: 'default' },
    search: 'prominent',
  },
  internationalization: { locale: 'en' },
  favicon: {},
  header: { preset: 'default', links: [] },
  footer: { groups: [] },
  themes: { default: 'light', toggeable: true },
  feedback: { enabled: true },
  ai: { mode: 'search' },
  advancedCustomization: { enabled: false },
  pageActions: { items: ['markdown'] },
  externalLinks: { target: 'self' },
  pagination: { enabled: true },
  trademark: { enabled: true },
  privacyPolicy: {},
  socialPreview: {},
  socialAccounts: [],
  insights: { trackingCookie: true },
};

/** Members that contain settings. All others are replaced as a whole. */
const groups: readonly string[] = [
  'styling',
  'codeTheme',
  'sidebar',
  'internationalization',
  'header',
  'footer',
  'themes',
  'feedback',
  'ai',
  'advancedCustomization',
  'pageActions',
  'externalLinks',
  'pagination',
  'trademark',
  'privacyPolicy',
  'socialPreview',
  'insights',
];

/** The settings with the members that `given` has. Null removes a member. */
function merged(settings: Members, given: Members): Members {
  const result: { [name: string]: unknown } = { ...settings };
  for (const [name, value] of Object.entries(given)) {
    if (value === null) delete result[name];
    else if (groups.includes(name) && isMap(value)) {
      const before = settings[name];
      result[name] = merged(isMap(before) ? before : {}, value);
    } else result[name] = value;
  }
  return result;
}

function settingsOf(context: Context, site: string): Settings {
  return context.store.find('customization', site)?.data.settings ?? initial;
}

function replaceSettings(context: Context, site: Row<'site'>, given: Settings) {
  const settings = { ...given, updatedAt: context.now };
  const was = context.store.find('customization', site.id);
  if (was) rewrite(context, was, { settings });
  else addObject(context, 'customization', { parent: site.id, id: site.id }, { settings });
  return settings;
}

function settingsOfSiteSpace(context: Context, { scope, data }: Row<'site-space'>): Settings {
  return merged(settingsOf(context, scope), data.overrides ?? {}) as Settings;
}

/** The branding of a site, and of the site-spaces that override it. */
export function brandingsOf(context: Context, site: Row<'site'>) {
  const overriding = context.store.inScope('site-space', site.id).filter(({ data }) => data.overrides !== undefined);
  return {
    site: settingsOf(context, site.id),
    siteSpaces: Object.fromEntries(overriding.map((row) => [row.id, settingsOfSiteSpace(context, row)])),
  };
}

function override(context: Context, was: Row<'site-space'>, given: Members) {
  const overrides = merged(was.data.overrides ?? {}, given);
  return settingsOfSiteSpace(context, rewrite(context, was, { ...was.data, overrides }));
}

/** `settings`: the members that differ from those of a new site, as requests have them. */
function loadCustomization({ add, site }: SiteFixtureContext, given: FixtureResource<'customization'>) {
  const settings = merged(initial, given.fields.settings ?? {}) as Settings;
  add(given, { parent: site, id: site }, { settings });
}

export const customizations = resource({
  inSite: { customization: loadCustomization },
  fixtureFields: { customization: ['settings'], 'site-space-customization': ['settings'] },
  routes: [
    route(gitbook.getCustomization, reader, ({ context, site }) => settingsOf(context, site.id)),
    route(gitbook.replaceCustomization, creator, ({ context, site, body }) => replaceSettings(context, site, body)),
    route(gitbook.getSiteSpaceCustomization, reader, ({ context, row }) => settingsOfSiteSpace(context, row)),
    route(gitbook.overrideCustomization, creator, ({ context, row, body }) => override(context, row, body as Members)),
    route(gitbook.deleteSiteSpaceCustomization, creator, ({ context, row }) => {
      const { overrides: _, ...data } = row.data;
      rewrite(context, row, data);
    }),
  ],
});
