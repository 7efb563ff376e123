/** An edit that cannot be done without losing something; the reason is for people. */
export class EditRefusal extends Error {
  override readonly name = 'EditRefusal';
}
