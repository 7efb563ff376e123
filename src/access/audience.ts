/** Who can read a published site, by its visibility. */
export const audiences: { readonly [visibility: string]: string } = {
  public: 'anyone, indexed by search engines',
  unlisted: 'anyone who has the URL',
  'share-link': 'anyone who has an active share link',
  'visitor-auth': 'visitors who sign in through your identity provider',
};
