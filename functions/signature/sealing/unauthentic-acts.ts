/** What signers are said to have done was not recorded by the signing page. No further try changes that: a person has to look at it. */
export class UnauthenticActs extends Error {}
