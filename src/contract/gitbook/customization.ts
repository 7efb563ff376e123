/** The branding of a site on GitBook, and its overrides for site-spaces. */
import { type TSchema, Type } from '@sinclair/typebox';
import { createSectionDefiners, DateTime, optional } from '../endpoint.ts';
import { enumSchema, nullableSchema } from '../role-schemas.ts';
import { localizedTextSchema } from './localized.ts';

const { get, patch, put, remove } = createSectionDefiners('Site customization');

const ofSite = '/v1/orgs/{organizationId}/sites/{siteId}/customization';
const ofSiteSpace = '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/customization';

const Color = Type.String({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' });
const BrandingUrl = Type.String({ format: 'uri', maxLength: 2048 });

function themedSchema<S extends TSchema>(value: S) {
  return Type.Object({ light: value, dark: value });
}

const ThemedColor = themedSchema(Color);
const ThemedUrl = themedSchema(BrandingUrl);

export const codeThemes = [
  'default-light',
  'default-dark',
  'monochrome-light',
  'monochrome-dark',
  'andromeeda',
  'aurora-x',
  'ayu-dark',
  'catppuccin-frappe',
  'catppuccin-latte',
  'catppuccin-macchiato',
  'catppuccin-mocha',
  'dark-plus',
  'dracula',
  'dracula-soft',
  'everforest-dark',
  'everforest-light',
  'github-dark',
  'github-dark-default',
  'github-dark-dimmed',
  'github-dark-high-contrast',
  'github-light',
  'github-light-default',
  'github-light-high-contrast',
  'gruvbox-dark-hard',
  'gruvbox-dark-medium',
  'gruvbox-dark-soft',
  'gruvbox-light-hard',
  'gruvbox-light-medium',
  'gruvbox-light-soft',
  'houston',
  'kanagawa-dragon',
  'kanagawa-lotus',
  'kanagawa-wave',
  'laserwave',
  'light-plus',
  'material-theme',
  'material-theme-darker',
  'material-theme-lighter',
  'material-theme-ocean',
  'material-theme-palenight',
  'min-dark',
  'min-light',
  'monokai',
  'night-owl',
  'nord',
  'one-dark-pro',
  'one-light',
  'plastic',
  'poimandres',
  'red',
  'rose-pine',
  'rose-pine-dawn',
  'rose-pine-moon',
  'slack-dark',
  'slack-ochin',
  'snazzy-light',
  'solarized-dark',
  'solarized-light',
  'synthwave-84',
  'tokyo-night',
  'vesper',
  'vitesse-black',
  'vitesse-dark',
  'vitesse-light',
] as const;

const CodeTheme = themedSchema(enumSchema(codeThemes));

/** A font of an organization. */
const CustomFont = Type.Object({
  id: Type.String(),
  custom: Type.Boolean(),
  fontFamily: Type.String({ minLength: 1, maxLength: 50 }),
  fontFaces: Type.Array(Type.Unknown(), { minItems: 1 }),
});

/** The member that each kind of target needs. The first that a target has decides its kind: a page can also name its space. */
export const memberOfTarget = {
  url: 'url',
  anchor: 'anchor',
  page: 'page',
  file: 'file',
  user: 'user',
  collection: 'collection',
  'reusable-content': 'reusableContent',
  tag: 'tag',
  openapi: 'spec',
  space: 'space',
} as const;

const targetMembers = Object.fromEntries(Object.values(memberOfTarget).map((member) => [member, optional.text]));

/** The target of a link. `kind` decides which of the other members it has. */
const ContentRef = Type.Union(
  Object.entries(memberOfTarget).map(([kind, member]) =>
    Type.Object({ kind: enumSchema([kind]), ...targetMembers, [member]: Type.String() }),
  ),
);

const Link = Type.Object({
  title: Type.String({ maxLength: 64 }),
  localizedTitle: Type.Optional(localizedTextSchema(64)),
  to: ContentRef,
});

const HeaderItem = Type.Object({
  title: Type.String(),
  localizedTitle: Type.Optional(localizedTextSchema()),
  style: Type.Optional(enumSchema(['link', 'button-primary', 'button-secondary'])),
  to: nullableSchema(ContentRef),
  links: Type.Array(Link),
  condition: Type.Optional(Type.String({ maxLength: 1024 })),
});

const FooterGroup = Type.Object({
  title: Type.String(),
  localizedTitle: Type.Optional(localizedTextSchema()),
  links: Type.Array(Link),
});

const Announcement = Type.Object({
  enabled: Type.Boolean(),
  message: Type.String({ minLength: 2, maxLength: 128 }),
  localizedMessage: Type.Optional(localizedTextSchema(128)),
  link: Type.Optional(Link),
  style: enumSchema(['info', 'warning', 'danger', 'success']),
});

const Favicon = Type.Object({
  icon: Type.Optional(ThemedUrl),
  emoji: Type.Optional(Type.String({ maxLength: 50, format: 'emoji' })),
});

export const socialPlatform = enumSchema([
  'twitter',
  'instagram',
  'facebook',
  'linkedin',
  'github',
  'discord',
  'slack',
  'youtube',
  'tiktok',
  'reddit',
  'bluesky',
  'mastodon',
  'threads',
  'medium',
]);

const SocialAccount = Type.Object({
  platform: socialPlatform,
  handle: Type.String({ minLength: 1, maxLength: 128 }),
  display: Type.Object({ footer: Type.Boolean(), header: Type.Boolean() }),
});

const Switch = Type.Object({ enabled: Type.Boolean() });
const PageUrl = Type.Object({ url: Type.Optional(BrandingUrl) });

/** A default font by its name, or a font of the organization. */
const fontSchema = (names: readonly string[]) => Type.Union([enumSchema(names), CustomFont]);

export const fonts = [
  'ABCFavorit',
  'Inter',
  'Roboto',
  'RobotoSlab',
  'OpenSans',
  'SourceSansPro',
  'Lato',
  'Ubuntu',
  'Raleway',
  'Merriweather',
  'Overpass',
  'NotoSans',
  'IBMPlexSerif',
  'Poppins',
  'FiraSans',
];
export const monospaceFonts = [
  'FiraCode',
  'IBMPlexMono',
  'JetBrainsMono',
  'SourceCodePro',
  'RobotoMono',
  'SpaceMono',
  'DMMono',
  'Inconsolata',
];
const styling = {
  theme: enumSchema(['clean', 'muted', 'bold', 'gradient']),
  primaryColor: ThemedColor,
  tint: Type.Optional(Type.Object({ color: ThemedColor })),
  infoColor: ThemedColor,
  successColor: ThemedColor,
  warningColor: ThemedColor,
  dangerColor: ThemedColor,
  corners: enumSchema(['straight', 'rounded', 'circular']),
  depth: enumSchema(['subtle', 'flat']),
  links: enumSchema(['default', 'accent']),
  font: fontSchema(fonts),
  headingFont: Type.Optional(nullableSchema(fontSchema(fonts))),
  monospaceFont: fontSchema(monospaceFonts),
  background: enumSchema(['plain', 'match']),
  icons: enumSchema(['regular', 'solid', 'duotone', 'light', 'thin']),
  codeTheme: Type.Object({ default: CodeTheme, openapi: CodeTheme }),
  sidebar: Type.Object({
    background: enumSchema(['default', 'filled']),
    list: enumSchema(['default', 'pill', 'line']),
  }),
  search: enumSchema(['prominent', 'subtle']),
};

const header = {
  preset: enumSchema(['default', 'bold', 'contrast', 'custom', 'none']),
  logo: Type.Optional(ThemedUrl),
  primaryLink: Type.Optional(ContentRef),
  backgroundColor: Type.Optional(ThemedColor),
  linkColor: Type.Optional(ThemedColor),
  links: Type.Array(HeaderItem),
};

const footer = {
  logo: Type.Optional(ThemedUrl),
  groups: Type.Array(FooterGroup),
  copyright: Type.Optional(Type.String({ maxLength: 512 })),
};

/** Versions of GitBook have further settings, which a client sends back. */
const open = { additionalProperties: true };

export const settings = {
  title: Type.Optional(Type.String({ minLength: 2, maxLength: 128 })),
  localizedTitle: Type.Optional(localizedTextSchema(128)),
  styling: Type.Object(styling),
  internationalization: Type.Object({
    locale: enumSchema(['en', 'fr', 'es', 'zh', 'ja', 'de', 'nl', 'no', 'pt-br', 'ru']),
  }),
  favicon: Favicon,
  header: Type.Object(header),
  footer: Type.Object(footer),
  announcement: Type.Optional(Announcement),
  themes: Type.Object({ default: enumSchema(['light', 'dark', 'system']), toggeable: Type.Boolean() }),
  feedback: Switch,
  ai: Type.Object({
    mode: enumSchema(['none', 'search', 'assistant']),
    greeting: Type.Optional(Type.String({ maxLength: 256 })),
    localizedGreeting: Type.Optional(localizedTextSchema(128)),
    suggestions: Type.Optional(Type.Array(Type.String({ minLength: 3, maxLength: 64 }), { maxItems: 5 })),
    instructions: Type.Optional(Type.String({ maxLength: 10_000 })),
  }),
  advancedCustomization: Switch,
  pageActions: Type.Object(
    {
      items: Type.Array(enumSchema(['assistant', 'external-ai', 'markdown', 'mcp', 'git', 'pdf'])),
    },
    open,
  ),
  externalLinks: Type.Object({ target: enumSchema(['self', 'blank']) }),
  pagination: Switch,
  trademark: Switch,
  privacyPolicy: PageUrl,
  socialPreview: PageUrl,
  socialAccounts: Type.Array(SocialAccount, { maxItems: 10 }),
  insights: Type.Object({ trackingCookie: Type.Boolean() }),
};

const Settings = Type.Object(settings, open);

export const Customization = Type.Object({ ...settings, updatedAt: Type.Optional(DateTime) }, open);

/** The platform masks settings that the plan of the site does not include, unless it is asked not to. */
const query = Type.Object({ unmasked: optional.flag });

export const getCustomization = get('getCustomization', ofSite, { query, reply: Customization });

/** Replaces everything: a member that is missing gets its default. */
export const replaceCustomization = put('replaceCustomization', ofSite, { body: Settings, reply: Customization });

/** The values that hold for the site-space. The answer does not show which of them are overrides. */
export const getSiteSpaceCustomization = get('getSiteSpaceCustomization', ofSiteSpace, {
  query,
  reply: Customization,
});

/** An object whose members can be missing, or be null to remove the override. */
function overridesSchema(members: { [name: string]: TSchema }) {
  return Type.Object(
    Object.fromEntries(Object.entries(members).map(([name, member]) => [name, Type.Optional(nullableSchema(member))])),
  );
}

const { font: _, headingFont: __, monospaceFont: ___, codeTheme, sidebar, ...styles } = styling;

const Overrides = Type.Partial(
  Type.Object({
    title: nullableSchema(Type.String({ minLength: 2, maxLength: 128 })),
    localizedTitle: nullableSchema(localizedTextSchema(128)),
    styling: Type.Object({
      ...overridesSchema(styles).properties,
      codeTheme: Type.Optional(overridesSchema(codeTheme.properties)),
      sidebar: Type.Optional(overridesSchema(sidebar.properties)),
    }),
    internationalization: overridesSchema(settings.internationalization.properties),
    favicon: nullableSchema(Favicon),
    announcement: Announcement,
    header: overridesSchema(header),
    footer: overridesSchema(footer),
    themes: overridesSchema(settings.themes.properties),
    feedback: overridesSchema(Switch.properties),
    externalLinks: overridesSchema(settings.externalLinks.properties),
    pagination: overridesSchema(Switch.properties),
    trademark: overridesSchema(Switch.properties),
    privacyPolicy: overridesSchema(PageUrl.properties),
    socialPreview: overridesSchema(PageUrl.properties),
  }),
);

export const overrideCustomization = patch('overrideCustomization', ofSiteSpace, {
  body: Overrides,
  reply: Customization,
});

export const deleteSiteSpaceCustomization = remove('deleteSiteSpaceCustomization', ofSiteSpace);
