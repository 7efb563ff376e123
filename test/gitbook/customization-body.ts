/** A complete body of the branding of a site. */
const both = (value: string) => ({ light: value, dark: value });

export const customizationBody = {
  styling: {
    theme: 'bold',
    primaryColor: both('#346ddb'),
    infoColor: both('#787878'),
    successColor: both('#00c950'),
    warningColor: both('#fe9a00'),
    dangerColor: both('#fb2c36'),
    corners: 'rounded',
    depth: 'subtle',
    links: 'default',
    font: 'Inter',
    monospaceFont: 'FiraCode',
    background: 'plain',
    icons: 'regular',
    codeTheme: { default: both('nord'), openapi: both('nord') },
    sidebar: { background: 'default', list: 'pill' },
    search: 'subtle',
  },
  internationalization: { locale: 'en' },
  favicon: { emoji: '1f4d8' },
  header: { preset: 'bold', links: [{ title: 'Status', to: { kind: 'url', url: 'https://acme.dev' }, links: [] }] },
  footer: { groups: [] },
  announcement: { enabled: true, message: 'Version 3 is here', style: 'info' },
  themes: { default: 'dark', toggeable: true },
  feedback: { enabled: true },
  ai: { mode: 'search' },
  advancedCustomization: { enabled: false },
  pageActions: { items: ['markdown'] },
  externalLinks: { target: 'blank' },
  pagination: { enabled: true },
  trademark: { enabled: true },
  privacyPolicy: { url: 'https://acme.dev/privacy' },
  socialPreview: {},
  socialAccounts: [{ platform: 'github', handle: 'acme', display: { footer: true, header: false } }],
  insights: { trackingCookie: false },
};

/** The body with the members that older versions of the description require. */
export const olderCustomizationBody = {
  ...customizationBody,
  pageActions: { ...customizationBody.pageActions, externalAI: true, markdown: true, mcp: true },
  pdf: { enabled: true },
  git: { showEditLink: false },
};
