/** What draws is not as ISO 32000-2 describes, so that readers may recover from it in different ways. */
export class OddContent extends Error {}

/** What draws is more than is checked here. */
export class ContentTooLarge extends Error {}

/** What draws unpacks to so much that it is not known how long it is. */
export class UnknownLength extends ContentTooLarge {}
