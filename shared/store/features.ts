/** The features that a subscription or an entity can switch off. */
export const features = ['tasks', 'signature', 'registered_mail'] as const
export type Feature = (typeof features)[number]
