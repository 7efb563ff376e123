/** The settings in the branding of a site: their fields, and where the platform has them. */
import * as gitbook from '../../contract/gitbook/customization.ts';
import { isJsonObject, type JsonObject, jsonObjectOrEmpty } from '../../core/json.ts';
import type { Value } from '../../core/state.ts';
import { fieldFromSchema } from '../define-kind.ts';
import { type Exposure, exposureByRank, type FieldShape, type Words } from '../field.ts';
import {
  announcementType,
  footerGroups,
  headerLinks,
  linkTarget,
  type PlainType,
  themedChoiceType,
  themedColor,
  themedImage,
  valueFromPlatform,
  valueToPlatform,
} from './branding-values.ts';

/** Where the platform has a field: `styling`, `primaryColor`. */
type Place = readonly [string, ...string[]];

interface Setting {
  readonly field: FieldShape;
  readonly at: Place;
  /** Site-spaces cannot override it. */
  readonly isOfSite?: true;
  /** The forms of the platform, if they are not those of the type. */
  readonly read?: (value: unknown) => Value | undefined;
  readonly write?: (value: Value, live: unknown) => Value;
  /** What the platform takes in place of null. Missing: nothing. */
  readonly cleared?: Value;
}

/** By field. */
export interface Settings {
  readonly [field: string]: Setting;
}

const { styling, header, themes, ai, pageActions, externalLinks, insights } = gitbook.settings;
const look = styling.properties;

function fieldOfType(type: PlainType, description: string, words: Words = {}): FieldShape {
  return { type, description, ...words };
}

/** Readers follow the links of a site because they trust it. */
const leadsAway: Exposure = {
  by: 'hosts',
  isOfContent: true,
  widens: 'a link in the branding leads readers to another website',
  restricts: 'the branding no longer links to a website',
};

const colorField = (description: string, words: Words = {}) =>
  fieldOfType(themedColor, `${description} A text holds for both modes.`, { example: '#346ddb', ...words });
const imageField = (description: string, words: Words = {}) =>
  fieldOfType(themedImage, `${description} A text holds for both modes.`, {
    example: { light: 'https://acme.dev/logo.svg', dark: 'https://acme.dev/logo-dark.svg' },
    clearable: true,
    ...words,
  });
const codeThemeField = (description: string) =>
  fieldOfType(themedChoiceType(gitbook.codeThemes), `${description} A text holds for both modes.`, {
    example: { light: 'github-light', dark: 'github-dark' },
  });
const switchField = (description: string) => fieldOfType({ is: 'boolean' }, description);
const fontField = (names: readonly string[], description: string, words: Words = {}) =>
  fieldOfType(
    { is: 'choice', values: names },
    `${description} A custom font cannot be declared: choose it on the platform, and omit the field.`,
    words,
  );

/** A custom font shows its family. */
function readFontName(value: unknown): Value | undefined {
  return isJsonObject(value) ? (value.fontFamily as Value) : (value as Value);
}

const favicon: PlainType = {
  is: 'record',
  isOneOf: true,
  members: { emoji: { type: { is: 'text', format: 'emoji' } }, icon: { type: themedImage } },
};

export const siteSettings: Settings = {
  localizedTitle: {
    at: ['localizedTitle'],
    field: fieldOfType({ is: 'texts', max: 128 }, 'Titles of the site by language.', { example: { de: 'Acme Doku' } }),
  },
  theme: { at: ['styling', 'theme'], field: fieldFromSchema(look.theme, 'Theme of the site.') },
  primaryColor: { at: ['styling', 'primaryColor'], field: colorField('Color of links and buttons.') },
  tint: {
    at: ['styling', 'tint'],
    read: (value) => valueFromPlatform(themedColor, jsonObjectOrEmpty(value).color),
    write: (value, live) => ({ color: valueToPlatform(themedColor, value, jsonObjectOrEmpty(live).color) }),
    field: colorField('Color that tints the header, the sidebar and the background.', { clearable: true }),
  },
  infoColor: { at: ['styling', 'infoColor'], field: colorField('Color of informational messages.') },
  successColor: { at: ['styling', 'successColor'], field: colorField('Color of positive messages.') },
  warningColor: { at: ['styling', 'warningColor'], field: colorField('Color of warnings.') },
  dangerColor: { at: ['styling', 'dangerColor'], field: colorField('Color of critical messages.') },
  corners: { at: ['styling', 'corners'], field: fieldFromSchema(look.corners, 'Corners of elements.') },
  depth: { at: ['styling', 'depth'], field: fieldFromSchema(look.depth, 'Depth of elements.') },
  linkStyle: { at: ['styling', 'links'], field: fieldFromSchema(look.links, 'Style of links in the text.') },
  font: {
    at: ['styling', 'font'],
    isOfSite: true,
    read: readFontName,
    field: fontField(gitbook.fonts, 'Font of the text.'),
  },
  headingFont: {
    at: ['styling', 'headingFont'],
    cleared: null,
    isOfSite: true,
    read: readFontName,
    field: fontField(gitbook.fonts, 'Font of headings. `null` uses the font of the text.', { clearable: true }),
  },
  monospaceFont: {
    at: ['styling', 'monospaceFont'],
    isOfSite: true,
    read: readFontName,
    field: fontField(gitbook.monospaceFonts, 'Font of code.'),
  },
  icons: { at: ['styling', 'icons'], field: fieldFromSchema(look.icons, 'Style of icons.') },
  codeTheme: { at: ['styling', 'codeTheme', 'default'], field: codeThemeField('Colors of code blocks.') },
  openapiCodeTheme: { at: ['styling', 'codeTheme', 'openapi'], field: codeThemeField('Colors of code in API blocks.') },
  sidebarBackground: {
    at: ['styling', 'sidebar', 'background'],
    field: fieldFromSchema(look.sidebar.properties.background, 'Background of the sidebar.'),
  },
  sidebarList: {
    at: ['styling', 'sidebar', 'list'],
    field: fieldFromSchema(look.sidebar.properties.list, 'Style of the entries of the sidebar.'),
  },
  searchStyle: { at: ['styling', 'search'], field: fieldFromSchema(look.search, 'Style of the search button.') },
  favicon: {
    at: ['favicon'],
    cleared: {},
    field: fieldOfType(
      favicon,
      'Icon in the tab of the browser: an emoji, or an image by URL. `null` uses the default.',
      {
        example: { emoji: '📘' },
        clearable: true,
      },
    ),
  },
  header: { at: ['header', 'preset'], field: fieldFromSchema(header.properties.preset, 'Style of the header.') },
  logo: { at: ['header', 'logo'], field: imageField('Logo in the header, by URL.') },
  logoLink: {
    at: ['header', 'primaryLink'],
    field: fieldOfType(linkTarget, 'Target of the logo and the title.', {
      example: 'https://acme.dev',
      clearable: true,
      exposure: leadsAway,
    }),
  },
  headerLinks: {
    at: ['header', 'links'],
    field: fieldOfType(headerLinks, 'Links and buttons in the header, in their order.', {
      example: [{ title: 'Support', to: 'https://acme.dev/support' }],
      exposure: leadsAway,
    }),
  },
  footerLogo: { at: ['footer', 'logo'], field: imageField('Logo in the footer, by URL.') },
  footerLinks: {
    at: ['footer', 'groups'],
    field: fieldOfType(footerGroups, 'Groups of links in the footer, in their order.', {
      example: [{ title: 'Company', links: [{ title: 'Imprint', to: 'https://acme.dev/imprint' }] }],
      exposure: leadsAway,
    }),
  },
  copyright: {
    at: ['footer', 'copyright'],
    field: fieldOfType({ is: 'text', max: 512 }, 'Copyright notice in the footer.', {
      example: '© Acme',
      clearable: true,
    }),
  },
  announcement: {
    at: ['announcement'],
    field: fieldOfType(announcementType, 'Banner at the top of each page.', {
      example: { message: 'Version 3 is here', link: { title: 'Read more', to: 'https://acme.dev/v3' } },
      clearable: true,
      exposure: leadsAway,
    }),
  },
  mode: { at: ['themes', 'default'], field: fieldFromSchema(themes.properties.default, 'Mode that new readers see.') },
  modeToggle: { at: ['themes', 'toggeable'], field: switchField('Whether readers can change the mode.') },
  feedback: { at: ['feedback', 'enabled'], field: switchField('Whether readers can rate pages.') },
  aiMode: {
    at: ['ai', 'mode'],
    isOfSite: true,
    field: fieldFromSchema(ai.properties.mode, 'Whether an AI answers searches, or questions as an assistant.', {
      exposure: {
        ...exposureByRank(
          [['none'], ['search'], ['assistant']],
          'an AI answers questions of readers about the content',
          'an AI no longer answers questions of readers',
        ),
        isOfContent: true,
      },
    }),
  },
  aiGreeting: {
    at: ['ai', 'greeting'],
    isOfSite: true,
    field: fieldOfType({ is: 'text', max: 256 }, 'Greeting of the assistant.', { example: 'Ask me!', clearable: true }),
  },
  aiLocalizedGreeting: {
    at: ['ai', 'localizedGreeting'],
    isOfSite: true,
    field: fieldOfType({ is: 'texts', max: 128 }, 'Greetings of the assistant by language.', {
      example: { de: 'Frag mich!' },
    }),
  },
  aiSuggestions: {
    at: ['ai', 'suggestions'],
    isOfSite: true,
    field: fieldOfType(
      { is: 'list', compare: 'atomic', of: { is: 'text', min: 3, max: 64 }, max: 5 },
      'Questions that the assistant suggests, in their order.',
      { example: ['How do I start?'] },
    ),
  },
  aiInstructions: {
    at: ['ai', 'instructions'],
    isOfSite: true,
    field: fieldOfType({ is: 'text', max: 10_000 }, 'Instructions for the assistant.', {
      example: 'Answer in one sentence.',
      clearable: true,
    }),
  },
  advancedCustomization: {
    at: ['advancedCustomization', 'enabled'],
    isOfSite: true,
    field: switchField('Whether the advanced customization of the platform is on.'),
  },
  pageActions: {
    at: ['pageActions', 'items'],
    isOfSite: true,
    field: fieldFromSchema(pageActions.properties.items, 'Actions that readers can start on a page.', {
      example: ['markdown', 'pdf'],
      exposure: {
        by: 'growth',
        isOfContent: true,
        widens: 'readers can pass pages on to other services, or see where their source is',
        restricts: 'readers have fewer actions on a page',
      },
    }),
  },
  externalLinks: {
    at: ['externalLinks', 'target'],
    field: fieldFromSchema(externalLinks.properties.target, 'Tab in which links to other websites open.'),
  },
  pagination: {
    at: ['pagination', 'enabled'],
    field: switchField('Whether pages link to the previous and next page.'),
  },
  trademark: { at: ['trademark', 'enabled'], field: switchField('Whether the site shows the name of the platform.') },
  privacyPolicy: {
    at: ['privacyPolicy', 'url'],
    field: fieldOfType({ is: 'text', format: 'uri', max: 2048 }, 'URL of the privacy policy.', {
      example: 'https://acme.dev/privacy',
      clearable: true,
      exposure: leadsAway,
    }),
  },
  socialPreview: {
    at: ['socialPreview', 'url'],
    field: fieldOfType({ is: 'text', format: 'uri', max: 2048 }, 'URL of the image in previews of shared links.', {
      example: 'https://acme.dev/preview.png',
      clearable: true,
    }),
  },
  socialAccounts: {
    at: ['socialAccounts'],
    isOfSite: true,
    field: fieldOfType(
      {
        is: 'list',
        compare: 'atomic',
        max: 10,
        of: {
          is: 'record',
          members: {
            platform: { type: fieldFromSchema(gitbook.socialPlatform, '').type as PlainType, required: true },
            handle: { type: { is: 'text', min: 1, max: 128 }, required: true },
            header: { type: { is: 'boolean' }, usual: false },
            footer: { type: { is: 'boolean' }, usual: true },
          },
        },
      },
      'Accounts of the organization in social networks, and where the site shows them.',
      { example: [{ platform: 'github', handle: 'acme' }] },
    ),
    read: (value) =>
      (Array.isArray(value) ? value : []).filter(isJsonObject).map(({ platform, handle, display }) => {
        const { header: inHeader, footer: inFooter } = jsonObjectOrEmpty(display);
        return { platform, handle, header: inHeader === true, footer: inFooter !== false } as Value;
      }),
    write: (value) =>
      (value as readonly JsonObject[]).map(
        ({ platform, handle, header: inHeader = false, footer: inFooter = true }) =>
          ({ platform, handle, display: { header: inHeader, footer: inFooter } }) as Value,
      ),
  },
  trackingCookie: {
    at: ['insights', 'trackingCookie'],
    isOfSite: true,
    field: fieldFromSchema(insights.properties.trackingCookie, 'Whether the site sets a cookie that counts visitors.', {
      exposure: {
        ...exposureByRank(
          [[false], [true]],
          'the site sets a tracking cookie for its readers',
          'the site no longer sets a tracking cookie',
        ),
        isOfContent: true,
      },
    }),
  },
};

/** The settings that a site-space can override. */
export const overridableSettings: Settings = {
  title: {
    at: ['title'],
    cleared: null,
    field: fieldOfType(
      { is: 'text', min: 2, max: 128 },
      'Title of the site while readers are in this space. `null` removes the override.',
      { example: 'Acme API', clearable: true },
    ),
  },
  ...Object.fromEntries(
    Object.entries(siteSettings)
      .filter(([, { isOfSite }]) => isOfSite !== true)
      .map(([name, setting]) => [name, asOverride(name, setting)]),
  ),
};

/** Null removes the override, so that the site decides. GitBook cannot remove the override of the announcement. */
function asOverride(name: string, { field, cleared: _, ...setting }: Setting): Setting {
  const { clearable: _clearable, description, ...rest } = field;
  const own = description.replace(/ `null` [^.]+\./, '');
  if (name === 'announcement') return { ...setting, field: { ...rest, description: own } };
  const text = `${own} \`null\` removes the override.`;
  return { ...setting, cleared: null, field: { ...rest, description: text, clearable: true } };
}
