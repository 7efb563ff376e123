/** Who can read a published site, by its visibility. */
export const audiences: { readonly [visibility: string]: string } = {
  public: 'anyone (public, indexed by search engines)',
  unlisted: 'anyone with the URL (not indexed by search engines)',
  'share-link': 'anyone with an active share link',
  'visitor-auth': 'visitors who sign in through your identity provider',
};
